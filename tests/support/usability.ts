import {
  type BrowserTestService,
  findContrastViolations,
  findViolations,
  hasHorizontalScroll,
  widths,
} from './browser.ts'
import type { Person } from './test-service.ts'

/** Returns accessibility violations and horizontal overflow of pages, at both widths, in light and dark. */
export async function findFlaws(
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
      const inLight = await findViolations(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      const violations = [
        ...inLight,
        ...(await findContrastViolations(page)).map((text) => `dark mode: ${text}`),
      ]
      found.push(...violations.map((violation) => `${path} ${width}: ${violation}`))
      if (await hasHorizontalScroll(page)) found.push(`${path} ${width}: it scrolls sideways`)
      await page.context().close()
    }
  }
  return found
}

/** Text that would run a script if a page inserted it as HTML. */
export const hostile = '<script>globalThis.intruder = 1</script><b onclick=x>"\'&amp;'

/** Whether a page has interpreted user text as HTML. */
export async function isInterpreted(
  page: Awaited<ReturnType<BrowserTestService['open']>>,
): Promise<boolean> {
  const found = await page.locator('b, [onclick], [href^="javascript:"], main script').count()
  return found > 0 || (await page.evaluate(() => 'intruder' in globalThis))
}
