import { setTimeout as delay } from 'node:timers/promises'
import { type DOMWindow, JSDOM, requestInterceptor, VirtualConsole } from 'jsdom'
import { isExpectedError } from './console-errors.ts'
import type { ChosenFile, LivePage } from './flow-page.ts'
import { submissionOf, type Target } from './plain-form.ts'
import { PlainPage } from './plain-page.ts'
import { documentsWithScripts } from './plain-queries.ts'
import { pressKey } from './scripted-keys.ts'
import { addWhatIsMissing, chooseFile, onNavigation } from './scripted-window.ts'

/** A limit for tests that would hang, not an expectation. */
const maxWaitMs = 90_000

type Script<Result, Argument> = string | ((argument: Argument) => Result)
const sourceOf = (script: Script<unknown, never>, argument: unknown) =>
  typeof script === 'string' ? script : `(${script})(${JSON.stringify(argument)})`

/**
 * A page with its real scripts, which jsdom runs at two thirds of the cost of a browser. It has no style sheets and no
 * layout: looks, focus rings, keys that the browser itself handles, and the Content-Security-Policy need a browser.
 */
export class ScriptedPage extends PlainPage implements LivePage {
  readonly #wrong: string[]
  #stored: Record<string, Record<string, string>> = {}
  #isClosed = false

  /** @param wrong gets errors of scripts and of the console, and requests to other hosts */
  constructor(wrong: string[], ...rest: ConstructorParameters<typeof PlainPage>) {
    super(...rest)
    this.#wrong = wrong
  }

  readonly keyboard = {
    press: async (key: string) => {
      this.press(this.#focused(), key)
      await this.follow()
    },
    // A script may move the focus at any of them.
    type: async (text: string) => {
      for (const key of text) this.press(this.#focused(), key)
    },
  }

  #focused() {
    return (this.document.activeElement ?? this.document.body) as HTMLElement
  }

  override press(element: HTMLElement, key: string) {
    pressKey(element, key)
  }

  /** Repeats it until it succeeds, as scripts may still be at work. */
  override async attempt<Result>(use: () => Result): Promise<Result> {
    const end = performance.now() + maxWaitMs
    for (let ms = 1; ; ms = Math.min(50, ms * 2)) {
      try {
        return use()
      } catch (error) {
        const isOver = performance.now() > end || this.#isClosed || this.#wrong.length > 0
        if (isOver) throw this.explain(new Error([error, ...this.#wrong].join('\n')))
        await delay(ms)
      }
    }
  }

  override choose(field: HTMLInputElement, file: ChosenFile) {
    super.choose(field, file)
    chooseFile(this.dom.window, field, file)
  }
  override call<Found, Result>(read: (element: Found) => Result, element: Found): Result {
    return (this.dom.window.eval(`(${read})`) as typeof read)(element)
  }

  /** Calls a function in the page, or evaluates an expression there. */
  async evaluate<Result, Argument>(script: Script<Result, Argument>, argument?: Argument): Promise<Awaited<Result>> {
    return this.dom.window.eval(sourceOf(script, argument)) as Awaited<Result>
  }
  async waitForFunction<Argument>(script: Script<unknown, Argument>, argument?: Argument) {
    await this.attempt(() => {
      if (!this.dom.window.eval(sourceOf(script, argument))) throw new Error(`this is not so: ${script}`)
    })
  }

  /** Goes back in the page if a script has changed its URL, as its scripts do, or else to the page before. */
  override async goBack() {
    const { history } = this.dom.window
    if (history.length > 1) history.back()
    else await super.goBack()
  }

  /** Ends the scripts, as closing the tab does. */
  override close() {
    this.#isClosed = true
    this.#leave()
  }

  protected override async show(url: string, html: string) {
    this.#leave()
    const page = new URL(url)
    const load = (request: Request) => this.requests.load(request, page)
    this.dom = new JSDOM(html, {
      url,
      runScripts: 'dangerously',
      resources: { interceptors: [requestInterceptor(load)] },
      cookieJar: this.requests.cookies,
      virtualConsole: this.#console(),
      beforeParse: (window) => {
        documentsWithScripts.add(window.document)
        addWhatIsMissing(window, load)
        onNavigation(window, (target) => this.#lead({ url: target, method: 'GET' }))
        const submit = (form: HTMLFormElement) =>
          this.#lead(submissionOf({ target: form, submitter: null }, this.files))
        window.HTMLFormElement.prototype.submit = function send() {
          submit(this)
        }
        this.#restoreStored(window)
      },
    })
    const { dom } = this
    await new Promise((done) => dom.window.addEventListener('load', done))
    // Later than the scripts, which may do something else instead.
    if (!this.#isClosed) this.use(dom)
  }

  /** Goes where a script leads. */
  #lead(target: Target | undefined) {
    this.target = target
    this.follow().catch(({ message }: Error) => this.#wrong.push(message))
  }

  #console() {
    const say = (text: string) => void (isExpectedError(text, this.statuses) || this.#wrong.push(text))
    return new VirtualConsole()
      .on('jsdomError', ({ message }) => say(message))
      .on('error', (...parts) => say(parts.map(String).join(' ')))
  }

  #leave() {
    if (this.isBlank) return
    const { localStorage, sessionStorage } = this.dom.window
    this.#stored = { localStorage: { ...localStorage }, sessionStorage: { ...sessionStorage } }
    this.dom.window.close()
  }
  #restoreStored(window: DOMWindow) {
    for (const [name, entries] of Object.entries(this.#stored)) {
      for (const [key, value] of Object.entries(entries)) window[name].setItem(key, value)
    }
  }
}
