import type { ChosenFile, FilterOptions, Finder, FlowLocator, Role, RoleOptions, TextOptions } from './flow-page.ts'
import { byLabel, byRole, bySelector, byText, hasText, innerText, isShown, type Query } from './plain-queries.ts'

type Control = HTMLInputElement & HTMLTextAreaElement

/** The page that locators look into. */
export type Shown = {
  document: Document
  /** chooses a file in a field */
  choose(field: HTMLInputElement, file: ChosenFile): void
  /** uses an element, as soon as it is there */
  attempt<Result>(use: () => Result): Promise<Result>
  /** calls a function with an element, where scripts of the page run */
  call<Found, Result>(read: (element: Found) => Result, element: Found): Result
  /** goes where a click has led */
  follow(): Promise<void>
  /** presses a key on an element */
  press(element: HTMLElement, key: string): void
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
 * Elements of a page without a browser, as playwright's Locator: what it finds is looked for at each use, and an action
 * takes exactly one element that a person can see. Only a page with scripts waits for it.
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
    return new Error(`${this.#description}: ${found}`)
  }

  /** Does something with the element. */
  #use<Result>(use: (element: Control) => Result) {
    return this.#page.attempt(() => use(this.#usable()))
  }
  #read<Result>(read: (element: Control) => Result) {
    return this.#page.attempt(() => read(this.#one() as Control))
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
  or(other: FlowLocator) {
    const others = other instanceof PlainLocator ? () => other.#all() : () => []
    return this.#with((elements) => [...new Set([...elements, ...others()])])
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
    await this.#page.attempt(() => {
      if (state === 'detached' || state === 'hidden') {
        const left = this.#all().filter((element) => state === 'detached' || isShown(element))
        if (left.length > 0) throw this.#error(`${left.length} elements that should be gone`)
      } else if (!isShown(this.#one()) && state === 'visible') {
        throw this.#error('an element that is not shown')
      }
    })
  }
  async isVisible() {
    return this.#all().length > 0 && isShown(this.#one())
  }
  isChecked() {
    return this.#read(({ checked }) => checked)
  }
  isDisabled() {
    return this.#read((element) => element.matches(':disabled'))
  }
  innerText() {
    return this.#read(innerText)
  }
  async allInnerTexts() {
    return this.#all().map(innerText)
  }
  textContent() {
    return this.#read((element) => element.textContent)
  }
  innerHTML() {
    return this.#read((element) => element.innerHTML)
  }
  inputValue() {
    return this.#read(({ value }) => value)
  }
  getAttribute(name: string) {
    return this.#read((element) => element.getAttribute(name))
  }

  evaluate<Result, Found extends HTMLElement>(read: (element: Found) => Result) {
    return this.#read((element) => this.#page.call(read, element as HTMLElement as Found))
  }
  async focus() {
    await this.#use((element) => element.focus())
  }
  async click() {
    await this.#use((element) => {
      element.closest<HTMLElement>(canHaveFocus)?.focus()
      element.click()
    })
    await this.#page.follow()
  }
  async check() {
    if (!(await this.isChecked())) await this.click()
  }
  async uncheck() {
    if (await this.isChecked()) await this.click()
  }
  async fill(value: string) {
    await this.#use((control) => {
      const { maxLength, readOnly } = control
      if (readOnly) throw this.#error('a field that cannot be changed')
      if (maxLength >= 0 && value.length > maxLength) throw this.#error(`only ${maxLength} characters`)
      control.focus()
      control.value = value
      change(control)
    })
  }
  async selectOption(wanted: string) {
    await this.#use((element) => {
      const { options } = element as unknown as HTMLSelectElement
      const option = [...options].find(({ label, value }) => label === wanted || value === wanted)
      if (!option) throw this.#error(`no option ${wanted}`)
      option.selected = true
      change(element)
    })
    await this.#page.follow()
  }
  async setInputFiles(file: ChosenFile) {
    await this.#use((element) => {
      this.#page.choose(element, file)
      change(element)
    })
  }
  async press(key: string) {
    await this.#use((element) => {
      element.focus()
      this.#page.press(element, key)
    })
    await this.#page.follow()
  }
}

const canHaveFocus = ':is(a[href], button, input, select, textarea, summary, [tabindex])'

/** Says that a person has changed a field. */
function change(field: Element) {
  const { Event } = field.ownerDocument.defaultView as unknown as typeof globalThis
  for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }))
}
