import { type BrowserTestService, barriers, fadedText, scrollsSideways, widths } from './browser.ts'
import type { Person } from './test-service.ts'

/** What keeps people from using pages, at both widths, in light and dark: which page, and what. */
export async function flaws(
  { open }: BrowserTestService,
  as: Person,
  paths: readonly string[],
): Promise<string[]> {
  const found: string[] = []
  for (const width of Object.values(widths)) {
    for (const path of paths) {
      const page = await open(path, { as, width, colorScheme: 'light' })
      for (const details of await page.locator('main details').all()) {
        await details.evaluate((element) => element.setAttribute('open', ''))
      }
      const inLight = await barriers(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      const barred = [...inLight, ...(await fadedText(page)).map((text) => `in the dark: ${text}`)]
      found.push(...barred.map((barrier) => `${path} ${width}: ${barrier}`))
      if (await scrollsSideways(page)) found.push(`${path} ${width}: it scrolls sideways`)
      await page.context().close()
    }
  }
  return found
}

/** Text that would be markup, a link or a template anywhere else. */
export const hostile = '<script>globalThis.intruder = 1</script><b onclick=x>"\'&amp;'

/** Whether text of people has become anything else on a page. */
export async function isIntruded(
  page: Awaited<ReturnType<BrowserTestService['open']>>,
): Promise<boolean> {
  const found = await page.locator('b, [onclick], [href^="javascript:"], main script').count()
  return found > 0 || (await page.evaluate(() => 'intruder' in globalThis))
}
