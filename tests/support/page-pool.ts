import type { BrowserContextOptions, Page } from 'playwright-core'

/** What cannot be changed once a browser context has been created. */
export type ContextOptions = Pick<BrowserContextOptions, 'bypassCSP' | 'hasTouch' | 'javaScriptEnabled' | 'timezoneId'>

/** A limit for tests that would hang, not an expectation. */
const maxWaitMs = 90_000

/**
 * Pages of a browser that one test uses after the other, each in a browser context of its own: a new page costs three
 * times as much as a page that has been used, because its first site starts a process.
 *
 * @param create opens a page in a new context
 */
export function createPagePool(create: (options: ContextOptions) => Promise<Page>) {
  const idle = new Map<string, Page[]>()
  const keys = new Map<Page, string>()

  return {
    async take(options: ContextOptions): Promise<Page> {
      const key = JSON.stringify(options)
      const page = idle.get(key)?.pop() ?? (await create(options))
      page.setDefaultTimeout(maxWaitMs)
      keys.set(page, key)
      return page
    },
    /**
     * Takes back a page that its test has not closed, without what the test has changed about it.
     *
     * @param url a page without scripts of the same site, for the time until the next test
     */
    async giveBack(page: Page, url: string): Promise<void> {
      const key = keys.get(page) ?? ''
      if (page.isClosed()) return
      const context = page.context()
      page.removeAllListeners()
      for (const other of context.pages()) if (other !== page) await other.close()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      await context.clearCookies()
      await context.clearPermissions()
      await page.emulateMedia({ media: null, colorScheme: null, forcedColors: null })
      await page.mouse.move(0, 0)
      await page.goto(url)
      idle.set(key, [...(idle.get(key) ?? []), page])
    },
  }
}
