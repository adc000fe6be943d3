import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { PlainPage } from './plain-page.ts'
import { ScriptedPage } from './scripted-page.ts'

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
  or(other: FlowLocator): FlowLocator
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
  textContent(): Promise<string | null>
  innerHTML(): Promise<string>
  inputValue(): Promise<string>
  getAttribute(name: string): Promise<string | null>
  /** in this process, if there is no browser */
  evaluate<Result, Found extends HTMLElement>(read: (element: Found) => Result): Promise<Result>
  focus(): Promise<void>
  click(): Promise<void>
  check(): Promise<void>
  uncheck(): Promise<void>
  fill(value: string): Promise<void>
  selectOption(label: string): Promise<unknown>
  setInputFiles(file: ChosenFile): Promise<void>
  press(key: string): Promise<void>
}

/**
 * The part of playwright's Page that also works without a browser, so that one flow is played with and without
 * JavaScript.
 */
export interface FlowPage extends Finder {
  goto(path: string): Promise<unknown>
  reload(): Promise<unknown>
  goBack(): Promise<unknown>
  url(): string
  title(): Promise<string>
  content(): Promise<string>
  waitForURL(url: Text | ((url: URL) => boolean)): Promise<void>
}

/** The page of a flow with its scripts, in a browser or not. */
export interface LivePage extends FlowPage {
  readonly keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> }
  evaluate<Result, Argument>(
    script: string | ((argument: Argument) => Result),
    argument?: Argument,
  ): Promise<Awaited<Result>>
  waitForFunction<Argument>(script: string | ((argument: Argument) => unknown), argument?: Argument): Promise<unknown>
}

/** Whether the page of a flow has its scripts. */
export const hasScripts = (page: FlowPage): page is LivePage =>
  page instanceof ScriptedPage || !(page instanceof PlainPage)

/**
 * Whether a flow of `browserVariants` is played in a browser, where looks can be checked.
 *
 * @throws Error for a flow of `variants`, which never is
 */
export function isInBrowser(page: FlowPage): page is Page {
  if (page instanceof ScriptedPage) throw new Error('no browser plays this flow: see browserVariants')
  return !(page instanceof PlainPage)
}

/** Clicks a link, and returns the file that it downloads. */
export async function download(page: FlowPage, link: FlowLocator): Promise<Download> {
  if (page instanceof PlainPage) return page.download(link)
  const [started] = await Promise.all([(page as Page).waitForEvent('download'), link.click()])
  return { name: started.suggestedFilename(), content: await readFile(await started.path()) }
}
