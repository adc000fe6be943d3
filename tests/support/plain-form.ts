import type { ChosenFile } from './flow-page.ts'

/** Where a click leads. */
export type Target = {
  url: URL
  method: 'GET' | 'POST'
  /** what a form sends */
  body?: URLSearchParams | Blob
  /** whether a form leads there */
  isForm?: boolean
  /** whether the link says that it downloads a file */
  isDownload?: boolean
}

/**
 * Returns what a form sends (HTML Living Standard, form submission algorithm); nothing if it only closes its dialog.
 *
 * @param files the files that a person has chosen, by their field
 */
export function submissionOf(
  { target, submitter }: Pick<SubmitEvent, 'target' | 'submitter'>,
  files: ReadonlyMap<Element, ChosenFile>,
): Target | undefined {
  const form = target as HTMLFormElement
  const attribute = (name: string) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? ''
  const url = new URL(attribute('action'), form.ownerDocument.URL)
  const method = attribute('method').toLowerCase()
  if (method === 'dialog') return undefined
  const entries = entriesOf(form, submitter, files)
  if (method !== 'post') {
    url.search = String(toParams(entries))
    return { url, method: 'GET', isForm: true }
  }
  const isMultipart = attribute('enctype').toLowerCase() === 'multipart/form-data'
  const body = isMultipart ? toMultipart(entries) : toParams(entries)
  return { url, method: 'POST', body, isForm: true }
}

/** Does what Enter does: follows a link, presses a button, or sends the form of a field as its first button does. */
export function submitAsEnter(element: HTMLElement) {
  const { form } = element as HTMLInputElement
  if (form === undefined || isButton(element)) return element.click()
  const button = ([...(form?.elements ?? [])] as HTMLElement[]).find(isSubmitButton)
  if (button) button.click()
  else form?.requestSubmit()
}

const isButton = (element: Element) => element.matches('button, input:is([type=submit], [type=image], [type=button])')
const isSubmitButton = (element: Element) =>
  element.matches('button:not([type=button], [type=reset]), input:is([type=submit], [type=image])')

type Entry = [name: string, value: string | File]

function entriesOf(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
  files: ReadonlyMap<Element, ChosenFile>,
): Entry[] {
  const view = form.ownerDocument.defaultView as typeof globalThis | null
  if (!view) throw new Error('the form is on no page')
  return [...new view.FormData(form, submitter)].map(([name, value]) => {
    if (typeof value === 'string') return [name, value.replace(/\r?\n|\r/g, '\r\n')]
    const field = form.elements.namedItem(name)
    const chosen = field instanceof view.Element ? files.get(field) : undefined
    const { buffer, mimeType: type } = chosen ?? { mimeType: 'application/octet-stream' }
    return [name, new File(buffer ? [new Uint8Array(buffer)] : [], chosen?.name ?? '', { type })]
  })
}

const toParams = (entries: readonly Entry[]) =>
  new URLSearchParams(entries.map(([name, value]) => [name, typeof value === 'string' ? value : value.name]))

/** Unlike a browser, Node's FormData leaves out the name of a file that has none because nobody has chosen one. */
function toMultipart(entries: readonly Entry[]) {
  const boundary = `form-${crypto.randomUUID()}`
  const quote = (text: string) => `"${text.replace(/["\r\n]/g, (found) => encodeURIComponent(found))}"`
  const parts = entries.flatMap(([name, value]) => {
    const start = `--${boundary}\r\nContent-Disposition: form-data; name=${quote(name)}`
    if (typeof value === 'string') return `${start}\r\n\r\n${value}\r\n`
    const { name: fileName, type } = value
    return [`${start}; filename=${quote(fileName)}\r\nContent-Type: ${type}\r\n\r\n`, value, '\r\n']
  })
  return new Blob([...parts, `--${boundary}--\r\n`], { type: `multipart/form-data; boundary=${boundary}` })
}
