import type { ChosenFile, FilterOptions, Finder, FlowLocator, Role, RoleOptions, TextOptions } from './flow-page.ts'
import { byLabel, byRole, bySelector, byText, hasText, innerText, isShown, type Query } from './plain-queries.ts'

type Control = HTMLInputElement & HTMLTextAreaElement

/** The page that locators look into. */
export type Shown = {
  document: Document
  /** the files that a person has chosen */
  files: Map<Element, ChosenFile>
  /** goes where a click has led */
  follow(): Promise<void>
}

/** Finds elements of a page, or of an element, in the words of playwright. */
export abstract class PlainFinder implements Finder {
  protected abstract find(query: Query, description: string): PlainLocator

  getByRole(role: Role, options?: RoleOptions) {
    return this.find(byRole(role, options), `${role} ${String(options?.name ?? '')}`)
  }
  getByLabel(text: string | RegExp, options?: TextOptions) {
    return this.find(byLabel(text, options), `label ${text}`)
  }
  getByText(text: string | RegExp, options?: TextOptions) {
    return this.find(byText(text, options), `text ${text}`)
  }
  locator(selector: string, options: FilterOptions = {}) {
    return this.find(bySelector(selector), selector).filter(options)
  }
}

/**
 * Elements of a plain page, as playwright's Locator: what it finds is looked for at each use, and an action takes exactly one element
 * that a person can see. Nothing is waited for, as a page without JavaScript does not change.
 */
export class PlainLocator extends PlainFinder implements FlowLocator {
  readonly #page: Shown
  readonly #query: Query
  readonly #description: string

  constructor(page: Shown, query: Query, description: string) {
    super()
    this.#page = page
    this.#query = query
    this.#description = description
  }

  protected find(query: Query, description: string) {
    return this.#with((elements) => [...new Set(elements.flatMap(query))], `${this.#description} > ${description}`)
  }

  #with(change: (elements: Element[]) => Element[], description = this.#description) {
    return new PlainLocator(this.#page, (root) => change(this.#query(root)), description)
  }

  #all() {
    return this.#query(this.#page.document)
  }

  #one() {
    const [element, ...more] = this.#all()
    if (element && more.length === 0) return element as HTMLElement
    throw this.#error(`${more.length ? more.length + 1 : 'no'} elements`)
  }

  /** The element, if a person can use it. */
  #usable() {
    const element = this.#one()
    if (!isShown(element)) throw this.#error('an element that is not shown')
    if (element.matches(':disabled')) throw this.#error('an element that is disabled')
    return element as Control
  }

  #error(found: string) {
    const { document } = this.#page
    return new Error(`${this.#description}: ${found} at ${document.URL}\n${innerText(document.body)}`)
  }

  filter({ hasText: text, has }: FilterOptions = {}) {
    return this.#with((elements) =>
      elements.filter(
        (element) =>
          (text === undefined || hasText(element, text)) &&
          (!(has instanceof PlainLocator) || has.#query(element).length > 0),
      ),
    )
  }
  and(other: FlowLocator) {
    const others = other instanceof PlainLocator ? () => other.#all() : () => []
    return this.#with((elements) => elements.filter((element) => others().includes(element)))
  }
  first() {
    return this.nth(0)
  }
  last() {
    return this.nth(-1)
  }
  nth(index: number) {
    return this.#with((elements) => elements.slice(index).slice(0, 1))
  }
  async all() {
    return this.#all().map((_, i) => this.nth(i))
  }
  async count() {
    return this.#all().length
  }

  async waitFor({ state = 'visible' }: { state?: string } = {}) {
    if (state === 'detached' || state === 'hidden') {
      const left = this.#all().filter((element) => state === 'detached' || isShown(element))
      if (left.length > 0) throw this.#error(`${left.length} elements that should be gone`)
    } else if (!isShown(this.#one()) && state === 'visible') {
      throw this.#error('an element that is not shown')
    }
  }
  async isVisible() {
    return this.#all().length > 0 && isShown(this.#one())
  }
  async isChecked() {
    return (this.#one() as Control).checked
  }
  async isDisabled() {
    return this.#one().matches(':disabled')
  }
  async innerText() {
    return innerText(this.#one())
  }
  async allInnerTexts() {
    return this.#all().map(innerText)
  }
  async inputValue() {
    return (this.#one() as Control).value
  }
  async getAttribute(name: string) {
    return this.#one().getAttribute(name)
  }

  async evaluate<Result>(read: (element: HTMLElement) => Result) {
    return read(this.#one())
  }
  async focus() {
    this.#usable().focus()
  }
  async click() {
    this.#usable().click()
    await this.#page.follow()
  }
  async check() {
    if (!(await this.isChecked())) await this.click()
  }
  async uncheck() {
    if (await this.isChecked()) await this.click()
  }
  async fill(value: string) {
    const control = this.#usable()
    const { maxLength, readOnly } = control
    if (readOnly) throw this.#error('a field that cannot be changed')
    if (maxLength >= 0 && value.length > maxLength) throw this.#error(`only ${maxLength} characters`)
    control.value = value
  }
  async selectOption(wanted: string) {
    const { options } = this.#usable() as unknown as HTMLSelectElement
    const option = [...options].find(({ label, value }) => label === wanted || value === wanted)
    if (!option) throw this.#error(`no option ${wanted}`)
    option.selected = true
  }
  async setInputFiles(file: ChosenFile) {
    this.#page.files.set(this.#usable(), file)
  }
  /** Follows a link, or sends the form of a field as the first of its buttons does. */
  async press(_key: 'Enter') {
    const { form } = this.#usable()
    if (form === undefined) return this.click()
    const buttons = [...(form?.elements ?? [])].filter((element) => isSubmitButton(element))
    const [button] = buttons as HTMLElement[]
    if (button) button.click()
    else form?.requestSubmit()
    await this.#page.follow()
  }
}

const isSubmitButton = (element: Element) =>
  element.matches('button:not([type=button], [type=reset]), input:is([type=submit], [type=image])')
