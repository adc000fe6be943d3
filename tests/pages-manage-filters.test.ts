import * as assert from 'uvu/assert'
import { pages, pathOf, widths } from './support/browser.ts'
import { fourTerms, namesIn } from './support/four-terms.ts'

const test = pages('filters of the table of all terms')
const { plain, scripted } = test

scripted('each filter works at once, and the number of terms is beside it', async (service) => {
  const { editor, ada, ids } = await fourTerms(service)
  await service.sql`update terms set updated_at = '2020-01-01Z' where id <> ${ids[3] ?? ''}`
  await service.sql`update terms set owner_id = null where id = ${ids[0] ?? ''}`
  await service.term(ada, { name: 'churn', aliases: ['attrition'], definition: 'Recurring loss.' })
  const page = await service.open('/terms', { as: editor })
  const shows = async (...expected: string[]) => {
    const number = expected.length === 1 ? '1 term' : `${expected.length} terms`
    await page.locator('#term-count').getByText(number, { exact: true }).waitFor()
    await page
      .locator('tbody th a')
      .getByText(expected[0] ?? '', { exact: true })
      .waitFor()
    assert.equal(await namesIn(page), expected)
  }
  const text = page.getByLabel('Name, alias or definition')
  for (const typed of ['chu', 'ATTRI', 'recur']) {
    await text.fill(typed)
    await shows('churn')
  }
  await text.fill('')
  await page.getByLabel('Owner', { exact: true }).selectOption('Nobody')
  await shows('SLA')
  await page.getByLabel('Owner', { exact: true }).selectOption('Me')
  await shows('QBR')
  await page.getByLabel('Owner', { exact: true }).selectOption('ada@example.com')
  await shows('ARR', 'churn', 'MRR')
  await page.getByLabel('Status').selectOption('Community')
  await shows('ARR')
  await page.getByRole('link', { name: 'Show all terms' }).click()
  await page.getByLabel('Updated').selectOption('Updated in the last 7 days')
  await shows('churn', 'QBR')
  assert.match(pathOf(page), /^\/terms\?updated_since=\d{4}-\d\d-\d\d$/)
  await page.reload()
  await shows('churn', 'QBR')
})

plain('names that begin with the text come first', async (service) => {
  const { editor, ada } = await fourTerms(service)
  await service.term(ada, { name: 'breach', definition: 'An SLA that was not kept.' })
  const page = await service.open('/terms?q=sla', { as: editor })
  assert.equal(await namesIn(page), ['SLA', 'breach'])
})

plain('a filter that there is not is said and left out', async (service) => {
  const { editor } = await fourTerms(service)
  for (const path of [
    '/terms?status=nonsense',
    '/browse?status=nonsense',
    '/export?status=nonsense',
    '/?q=ARR&status=Nonsense',
  ]) {
    const page = await service.open(path, { as: editor })
    await page.getByText(/There is no status “nonsense”/i).waitFor()
  }
  const page = await service.open('/terms?owner=someone&stale=perhaps', { as: editor })
  assert.is((await namesIn(page)).length, 4)
})

test('on a phone, the first term and what can be done with it are in sight', async (service) => {
  const { editor } = await fourTerms(service)
  const page = await service.open('/terms', { as: editor, width: widths.narrow })
  const first = page.locator('tbody tr').first()
  await first.locator('a').first().waitFor()
  const { height: fold = 0 } = page.viewportSize() ?? {}
  const { y = fold, height = 0 } = (await first.boundingBox()) ?? {}
  assert.ok(y + height < fold, `it ends at ${y + height} of ${fold}`)
  assert.is(await page.getByRole('button', { name: 'Still right' }).isVisible(), false)
  await first.getByRole('checkbox').check()
  assert.ok(y < 440, `it begins at ${y}`)
  await page.locator('.bulk-menu').first().waitFor()
  assert.is((await first.boundingBox())?.y, y, 'nothing has moved')
  await page.locator('.bulk-menu summary', { hasText: 'Confirm' }).click()
  const button = await page.getByRole('button', { name: 'Still right' }).boundingBox()
  assert.ok((button?.y ?? 1000) + (button?.height ?? 0) <= fold)
})

test.run()
