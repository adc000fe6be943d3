import type { Page } from 'playwright-core'
import {
  type BrowserTestService,
  findContrastViolations,
  findSmallTargets,
  findViolations,
  hasHorizontalScroll,
  widths,
} from './browser.ts'
import type { LivePage } from './flow-page.ts'
import type { Person } from './test-service.ts'

/**
 * Looks at a page, in the state that it is in, at both widths in light, and in dark.
 *
 * @param isBright leaves out dark, for texts in colours that other tests have seen
 * @returns accessibility violations and horizontal overflow, each with the look that has it
 */
export async function findFlawsOf(page: Page, isBright = false): Promise<string[]> {
  const { height = 0 } = page.viewportSize() ?? {}
  const found: string[] = []
  for (const [width, find] of [
    [widths.narrow, findSmallTargets],
    [widths.wide, findViolations],
  ] as const) {
    await page.setViewportSize({ width, height })
    const overflow = (await hasHorizontalScroll(page)) ? ['it scrolls sideways'] : []
    found.push(...[...(await find(page)), ...overflow].map((flaw) => `${width}: ${flaw}`))
  }
  if (isBright) return found
  await page.emulateMedia({ colorScheme: 'dark' })
  found.push(...(await findContrastViolations(page)).map((flaw) => `dark mode: ${flaw}`))
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}

/**
 * Opens pages with all their details shown, and returns their flaws; see findFlawsOf().
 *
 * @param refusals error statuses that are expected
 */
export async function findFlaws(
  { open }: BrowserTestService,
  as: Person,
  paths: readonly string[],
  refusals: readonly number[] = [],
): Promise<string[]> {
  const found: string[] = []
  const [first = ''] = paths
  const page = await open(first, { as, refusals })
  for (const path of paths) {
    if (path !== first) await page.goto(path)
    await openDetails(page)
    found.push(...(await findFlawsOf(page)).map((flaw) => `${path} ${flaw}`))
  }
  return found
}

/** Shows all details of a page. */
export const openDetails = (page: LivePage): Promise<void> =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll('main details')) details.setAttribute('open', '')
  })

/** Text that would run a script if a page inserted it as HTML. */
export const hostile = '<script>globalThis.intruder = 1</script><b onclick=x>"\'&amp;'

/** Whether a page has interpreted user text as HTML. */
export async function isInterpreted(page: LivePage): Promise<boolean> {
  const found = await page.locator('[onclick], [href^="javascript:"], main script').count()
  return found > 0 || (await page.evaluate(() => 'intruder' in globalThis))
}
