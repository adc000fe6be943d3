import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { PlainPage } from './plain-page.ts'

type Text = string | RegExp
export type Role = Parameters<Page['getByRole']>[0]
export type TextOptions = { exact?: boolean }
export type RoleOptions = TextOptions & { name?: Text; level?: number }
export type FilterOptions = { hasText?: Text; has?: FlowLocator }
type State = 'attached' | 'detached' | 'visible' | 'hidden'
export type ChosenFile = { name: string; mimeType: string; buffer: Buffer }
export type Download = { name: string; content: Buffer }

/** Finds elements as playwright does. */
export interface Finder {
  getByRole(role: Role, options?: RoleOptions): FlowLocator
  getByLabel(text: Text, options?: TextOptions): FlowLocator
  getByText(text: Text, options?: TextOptions): FlowLocator
  locator(selector: string, options?: FilterOptions): FlowLocator
}

/** The part of playwright's Locator that also works without a browser; see PlainLocator. */
export interface FlowLocator extends Finder {
  filter(options?: FilterOptions): FlowLocator
  and(other: FlowLocator): FlowLocator
  first(): FlowLocator
  last(): FlowLocator
  nth(index: number): FlowLocator
  all(): Promise<FlowLocator[]>
  count(): Promise<number>
  waitFor(options?: { state?: State; timeout?: number }): Promise<void>
  isVisible(): Promise<boolean>
  isChecked(): Promise<boolean>
  isDisabled(): Promise<boolean>
  innerText(): Promise<string>
  allInnerTexts(): Promise<string[]>
  inputValue(): Promise<string>
  getAttribute(name: string): Promise<string | null>
  /** in this process, if there is no browser */
  evaluate<Result>(read: (element: HTMLElement) => Result): Promise<Result>
  focus(): Promise<void>
  click(): Promise<void>
  check(): Promise<void>
  uncheck(): Promise<void>
  fill(value: string): Promise<void>
  selectOption(label: string): Promise<unknown>
  setInputFiles(file: ChosenFile): Promise<void>
  press(key: 'Enter'): Promise<void>
}

/** The part of playwright's Page that also works without a browser, so that one flow is played with and without JavaScript. */
export interface FlowPage extends Finder {
  goto(path: string): Promise<unknown>
  reload(): Promise<unknown>
  goBack(): Promise<unknown>
  url(): string
  title(): Promise<string>
  content(): Promise<string>
  waitForURL(url: Text): Promise<void>
}

/** Whether a flow is played in a browser, where looks, focus and scripts can be checked. */
export const isInBrowser = (page: FlowPage): page is Page => !(page instanceof PlainPage)

/** Clicks a link, and returns the file that it downloads. */
export async function download(page: FlowPage, link: FlowLocator): Promise<Download> {
  if (page instanceof PlainPage) return page.download(link)
  const [started] = await Promise.all([(page as Page).waitForEvent('download'), link.click()])
  return { name: started.suggestedFilename(), content: await readFile(await started.path()) }
}
