import * as assert from 'uvu/assert'
import { pages } from './support/browser.ts'
import { eventually } from './support/eventually.ts'
import type { LivePage } from './support/flow-page.ts'
import type { TestService } from './support/test-service.ts'

// What people read while they type, or open, is a lookup; what they type past is none.
const test = pages('answers that are read while one types')
const { scripted } = test

async function answered({ ctx, sql }: TestService): Promise<number> {
  await ctx.lookups.store()
  const [row] = await sql`select sum(answered)::integer as answered from lookup_days`
  return row?.answered ?? 0
}

/** Makes what a script does after a second or more wait for letTimePass(): no test depends on how long it takes. */
const holdTimers = (page: LivePage) =>
  page.evaluate(`{
    const { setTimeout, clearTimeout } = window
    let last = 0
    window.late = new Map()
    window.setTimeout = (run, ms, ...rest) =>
      ms >= 1000 ? (late.set(--last, run), last) : setTimeout(run, ms, ...rest)
    window.clearTimeout = (id) => late.delete(id) || clearTimeout(id)
  }`)
const letTimePass = (page: LivePage) => page.evaluate('for (const [id, run] of late) late.delete(id), run()')

scripted('an answer that stays counts as found once, and one that is opened at once', async (service) => {
  const as = await service.person()
  for (const name of ['SLA', 'SLO']) await service.term(as, { name })
  const page = await service.open('/', { as })
  await holdTimers(page)
  await page.getByRole('searchbox').fill('sla')
  await page.getByRole('article').getByRole('link', { name: 'SLA', exact: true }).waitFor()
  assert.is(await answered(service), 0)
  await letTimePass(page)
  await eventually('the answer is counted', async () => (await answered(service)) === 1)
  await page.getByRole('searchbox').fill('slo')
  await page.getByRole('article').getByRole('link', { name: 'SLO', exact: true }).click()
  await page.waitForURL('**/terms/*')
  await eventually('the opened answer is counted', async () => (await answered(service)) === 2)
})

scripted('what is not found, or only passed, does not count', async (service) => {
  const as = await service.person()
  await service.term(as, { name: 'SLA' })
  const page = await service.open('/', { as })
  await holdTimers(page)
  await page.getByRole('searchbox').fill('sla')
  await page.getByRole('article').getByRole('link', { name: 'SLA', exact: true }).waitFor()
  await page.getByRole('searchbox').fill('qqq')
  await page.getByRole('article').waitFor({ state: 'detached' })
  await letTimePass(page)
  await page.getByRole('searchbox').fill('sla')
  await page.getByRole('article').waitFor()
  await letTimePass(page)
  await eventually('the answer is counted', async () => (await answered(service)) > 0)
  assert.is(await answered(service), 1, 'only the one that stayed')
})

scripted('without a connection, Enter stays on the page with what was typed', async (service) => {
  const as = await service.person()
  const page = await service.open('/', { as })
  const box = page.getByRole('searchbox')
  await page.evaluate('window.fetch = () => Promise.reject(new TypeError())')
  await box.fill('SLA')
  await box.press('Enter')
  await page.getByText('The server cannot be reached.').waitFor()
  assert.equal([new URL(page.url()).pathname, await box.inputValue()], ['/', 'SLA'])
})

test.run()
