import { JSDOM } from 'jsdom'
import type { ChosenFile, Download, FlowLocator, FlowPage } from './flow-page.ts'
import { submissionOf, submitAsEnter, type Target } from './plain-form.ts'
import { PlainFinder, PlainLocator } from './plain-locator.ts'
import { innerText, isShown, type Query } from './plain-queries.ts'
import { PlainRequests, type Sender, type Site } from './plain-requests.ts'

const blank = new JSDOM()
/** Windows of pages that are closed. To create one costs as much as to parse a page. */
const idle: JSDOM[] = []

/**
 * A page as a browser without JavaScript has it, in the words of playwright and at a fraction of its cost: requests,
 * redirects, cookies, and HTML with its links and forms, but no style sheets.
 */
export class PlainPage extends PlainFinder implements FlowPage {
  protected readonly requests: PlainRequests
  readonly #origin: string
  protected readonly statuses: readonly number[]
  readonly #history: string[] = []
  readonly files = new Map<Element, ChosenFile>()
  protected dom = blank
  #policy = ''
  protected target: Target | undefined
  #downloaded: Download | undefined
  status = 0

  /**
   * @param session the session token of the user who is logged in
   * @param statuses the error statuses that are expected
   */
  constructor(site: Site, session: string | undefined, statuses: readonly number[]) {
    super()
    this.requests = new PlainRequests(site)
    this.#origin = site.origin
    this.statuses = statuses
    if (session) this.requests.setCookie(`user_id=${session}; HttpOnly; SameSite=Lax`)
  }

  protected get isBlank() {
    return this.dom === blank
  }
  get document() {
    return this.dom.window.document
  }

  protected override find(query: Query, description: string) {
    return new PlainLocator(this, query, description)
  }

  async goto(path: string) {
    await this.#go({ url: new URL(path, this.#origin), method: 'GET' })
  }
  async reload() {
    await this.goto(this.url())
  }
  async goBack() {
    this.#history.pop()
    await this.goto(this.#history.pop() ?? '/')
  }
  url() {
    return this.document.URL
  }
  async title() {
    return this.document.title
  }
  async content() {
    return this.dom.serialize()
  }
  async waitForURL(wanted: string | RegExp | ((url: URL) => boolean)) {
    const pattern = typeof wanted === 'string' ? fromGlob(wanted) : wanted
    const isThere = pattern instanceof RegExp ? () => pattern.test(this.url()) : () => pattern(new URL(this.url()))
    await this.attempt(() => {
      if (!isThere()) throw new Error(`${this.url()} is not ${wanted}`)
    })
  }

  async attempt<Result>(use: () => Result): Promise<Result> {
    try {
      return use()
    } catch (error) {
      throw this.explain(error as Error)
    }
  }
  /** Adds what the page says to an error. */
  protected explain(error: Error) {
    error.message += ` at ${this.url()}\n${innerText(this.document.body)}`
    return error
  }

  choose(field: HTMLInputElement, file: ChosenFile) {
    this.files.set(field, file)
  }
  call<Found, Result>(read: (element: Found) => Result, element: Found): Result {
    return read(element)
  }

  /** Follows a link, or sends the form of a field. Other keys do nothing without JavaScript. */
  press(element: HTMLElement, key: string) {
    if (key !== 'Enter') throw new Error(`${key} is not pressed without JavaScript`)
    submitAsEnter(element)
  }

  /** Clicks a link, and returns the file that it downloads. */
  async download(link: FlowLocator): Promise<Download> {
    this.#downloaded = undefined
    await link.click()
    if (!this.#downloaded) throw new Error(`nothing was downloaded at ${this.url()}`)
    return this.#downloaded
  }

  /** Goes where the last click leads, if anywhere. */
  async follow() {
    const target = this.target
    this.target = undefined
    if (!target) return
    const { href, hash } = target.url
    if (hash && !target.isForm && withoutHash(href) === withoutHash(this.url())) {
      this.dom.reconfigure({ url: href })
      this.#arrive()
    } else await this.#go(target, { url: new URL(this.url()), policy: this.#policy })
  }

  async #go(target: Target, sender?: Sender) {
    const { url, response } = await this.requests.go(target, sender)
    const disposition = response.headers.get('content-disposition') ?? ''
    if (target.isDownload || disposition.startsWith('attachment')) {
      const name = /filename="([^"]*)"/.exec(disposition)?.[1] ?? ''
      this.#downloaded = { name, content: Buffer.from(await response.arrayBuffer()) }
      return
    }
    this.status = response.status
    if (this.status >= 400 && !this.statuses.includes(this.status)) {
      throw new Error(`status ${this.status} of ${url}`)
    }
    this.#policy = response.headers.get('content-security-policy') ?? ''
    await this.show(url.href, await response.text())
    this.files.clear()
    this.#arrive()
    const focused = [...this.document.querySelectorAll<HTMLElement>('[autofocus]')].find(isShown)
    focused?.focus()
    const [, next] = /^0;url=(.*)/.exec(response.headers.get('refresh') ?? '') ?? []
    const from = { url, policy: this.#policy }
    if (next) await this.#go({ url: new URL(next, url), method: 'GET' }, from)
  }

  /** Opens a page. */
  protected async show(url: string, html: string) {
    if (this.isBlank) this.use(idle.pop() ?? new JSDOM())
    this.dom.reconfigure({ url })
    this.document.open()
    this.document.write(html)
  }

  /** Takes a window, and listens to what leads to other pages. */
  protected use(dom: JSDOM) {
    this.dom = dom
    dom.window.addEventListener('click', this.#onClick)
    dom.window.addEventListener('submit', this.#onSubmit)
  }

  /** Leaves the window to the next page. */
  close() {
    if (this.isBlank) return
    const { dom } = this
    dom.window.removeEventListener('click', this.#onClick)
    dom.window.removeEventListener('submit', this.#onSubmit)
    idle.push(dom)
  }

  #arrive() {
    if (this.#history.at(-1) !== this.url()) this.#history.push(this.url())
    // A browser opens the details around the place that a URL names.
    let place = this.document.getElementById(new URL(this.url()).hash.slice(1))
    for (; place; place = place.parentElement) if (place.matches('details')) place.setAttribute('open', '')
  }

  readonly #onSubmit = (event: SubmitEvent) => {
    if (event.defaultPrevented) return
    event.preventDefault()
    this.target = submissionOf(event, this.files)
  }

  readonly #onClick = (event: MouseEvent) => {
    if (event.defaultPrevented) return
    const clicked = event.target as Element
    const link = clicked.closest<HTMLAnchorElement>('a[href]')
    if (link) {
      event.preventDefault()
      const isDownload = link.hasAttribute('download')
      this.target = { url: new URL(link.href), method: 'GET', isDownload }
    }
    // jsdom would check the fields all the same.
    const button = clicked.closest<HTMLButtonElement>('[formnovalidate]')
    if (button?.form) button.form.noValidate = true
  }
}

const withoutHash = (url: string) => url.replace(/#.*/, '')

/** A URL pattern of playwright: ** stands for anything, and * for anything without a slash. */
function fromGlob(glob: string): RegExp {
  const parts = glob.split(/(\*\*|\*)/).map((part) => {
    if (part === '**') return '.*'
    return part === '*' ? '[^/]*' : part.replace(/[.?+^$()[\]{}|\\]/g, '\\$&')
  })
  return new RegExp(`^${parts.join('')}$`)
}
