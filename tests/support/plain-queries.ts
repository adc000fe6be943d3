import { getRole } from 'dom-accessibility-api'
import type { Role, RoleOptions, TextOptions } from './flow-page.ts'

/** Returns the elements below another one that are looked for, in the order of the document. */
export type Query = (root: ParentNode) => Element[]

/** What no browser shows. */
const hidden = [
  ...['[hidden]', 'head', 'script', 'style', 'template', 'input[type=hidden]'],
  ...['dialog:not([open])', 'details:not([open]) > :not(summary:first-of-type)', '.close-card'],
  '.selectable:not(:has([name=ids]:checked)) .selected',
]
/** What the style sheets in assets/ hide with JavaScript, on a wide screen. */
export const hiddenWithScripts = [
  ...['.without-js', '.queue > .decided[data-outcome="done"]', '.review-item:not(.current) > .queue-panel'],
  ...['.review-item:not(.current) :is(.define, .publish)', '[data-selected-count="0"]'],
  '.bulk [data-selected-count="0"] ~ :is(button, label)',
]
const notShown = [...hidden, '.with-js', '.open-form', '.queue-name', '.queue-hint', '.skip-item'].join()
const notShownWithScripts = [...hidden, ...hiddenWithScripts, 'noscript', '.review-item.current .open-form'].join()

/** The documents whose scripts run. */
export const documentsWithScripts = new WeakSet<Document>()

const notShownOn = ({ ownerDocument }: Element) =>
  documentsWithScripts.has(ownerDocument) ? notShownWithScripts : notShown

/** Whether a person sees an element. */
export const isShown = (element: Element): boolean => !element.closest(notShownOn(element))

const blocks =
  /^(address|article|aside|blockquote|caption|dd|details|dialog|div|dl|dt|fieldset|figure|footer|form|h[1-6]|header|hr|legend|li|main|menu|nav|ol|option|p|pre|search|section|summary|table|tr|ul)$/
const phrases = /^(abbr|b|bdi|br|cite|code|del|em|i|ins|kbd|mark|q|small|strong|sub|sup|wbr)$/

/**
 * Whether an element has a line of its own. Elements of a line have white space between them; others are laid out side
 * by side.
 */
function isBlock({ localName, previousSibling, nextSibling }: Element): boolean {
  if (blocks.test(localName)) return true
  const neighbours = [previousSibling, nextSibling]
  return !phrases.test(localName) && neighbours.some((node) => node?.nodeType === 1)
}

/** Begins and ends a block in a text, until the text is complete. */
const edge = '\v'

/**
 * Returns the text that a person sees, with a line for each block. White space within a block is that of the HTML,
 * which has none but what is meant.
 */
export function innerText(element: Element): string {
  if (!isShown(element)) return ''
  return textOf(element)
    .replace(/ *\v[\v ]*/g, '\n')
    .trim()
}

function textOf(node: Node): string {
  if (node.nodeType === node.TEXT_NODE) return node.textContent ?? ''
  if (node.nodeType !== node.ELEMENT_NODE) return ''
  const element = node as Element
  if (element.localName === 'br') return '\n'
  if (element.localName === 'textarea' || element.matches(notShownOn(element))) return ''
  const text = childrenOf(element).map(textOf).join('')
  return isBlock(element) ? edge + text + edge : text
}

const childrenOf = (element: Element) =>
  element.matches('details:not([open])') ? [...element.children] : [...element.childNodes]

const normalize = (text: string) => text.replace(/\s+/g, ' ').trim()

/** As playwright: a string is part of the text in any case, unless it must be exact. */
function matches(text: string, wanted: string | RegExp, exact = false): boolean {
  if (wanted instanceof RegExp) return wanted.test(normalize(text))
  if (exact) return normalize(text) === normalize(wanted)
  return normalize(text).toLowerCase().includes(normalize(wanted).toLowerCase())
}

/** Whether an element has a text, shown or not. */
export const hasText = (element: Element, wanted: string | RegExp, exact?: boolean): boolean =>
  matches(element.textContent ?? '', wanted, exact)

/** Finds elements by a selector of CSS, in which playwright's `:visible` leaves out what is not shown. */
export function bySelector(selector: string): Query {
  const css = selector.replaceAll(':visible', '')
  const find: Query = (root) => [...root.querySelectorAll(css)]
  return css === selector ? find : (root) => find(root).filter(isShown)
}

/** Finds the smallest elements that contain a text; the element itself can be one. */
export const byText =
  (wanted: string | RegExp, { exact }: TextOptions = {}): Query =>
  (root) =>
    [root as Element, ...root.querySelectorAll('body, body *')].filter(
      (element) =>
        hasText(element, wanted, exact) && ![...element.children].some((child) => hasText(child, wanted, exact)),
    )

export const byLabel =
  (wanted: string | RegExp, { exact }: TextOptions = {}): Query =>
  (root) =>
    [...root.querySelectorAll('input, textarea, select, output, progress, [aria-label], [aria-labelledby]')].filter(
      (element) => labelsOf(element).some((label) => matches(label, wanted, exact)),
    )

function labelsOf(element: Element): string[] {
  const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? []
  const { labels } = element as HTMLInputElement
  return [
    ids.map((id) => element.ownerDocument.getElementById(id)?.textContent ?? '').join(' '),
    element.getAttribute('aria-label') ?? '',
    ...[...(labels ?? [])].map((label) => label.textContent ?? ''),
  ].filter(Boolean)
}

export const byRole =
  (role: Role, { name, exact, level }: RoleOptions = {}): Query =>
  (root) =>
    [...root.querySelectorAll(level ? `h${level}` : '*')].filter(
      (element) =>
        getRole(element) === role &&
        !element.matches(withoutRole) &&
        isShown(element) &&
        !element.closest('[aria-hidden=true]') &&
        (name === undefined || matches(nameOf(element, role), name, exact)),
    )

/** Elements to which a browser does not give the role that they have for the library. */
const withoutRole = 'summary, :is(article, aside, main, nav, section) :is(header, footer)'

/** Roles whose elements are named by what they contain. */
const namedByContent = /^(button|cell|checkbox|columnheader|heading|link|option|radio|row)$/

/** The accessible name (Accessible Name and Description Computation, in short). */
function nameOf(element: Element, role: string): string {
  const [label] = labelsOf(element)
  if (label) return label
  const { localName, value } = element as HTMLInputElement
  if (localName === 'input' && role === 'button') return value
  const content = namedByContent.test(role) ? spokenText(element) : ''
  return content.trim() || (element.getAttribute('title') ?? '')
}

function spokenText(node: Node): string {
  if (node.nodeType === node.TEXT_NODE) return node.textContent ?? ''
  if (node.nodeType !== node.ELEMENT_NODE) return ''
  const element = node as Element
  const label = element.getAttribute('aria-label') ?? element.getAttribute('alt')
  if (label !== null) return label
  if (element.matches(`${notShownOn(element)}, [aria-hidden=true]`)) return ''
  const text = childrenOf(element).map(spokenText).join('')
  return isBlock(element) ? ` ${text} ` : text
}
