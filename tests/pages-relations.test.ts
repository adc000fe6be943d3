import * as assert from 'uvu/assert'
import { findViolations, hasHorizontalScroll, pages, variants } from './support/browser.ts'
import { isInBrowser } from './support/flow-page.ts'
import { lookUp } from './support/wanted.ts'

const test = pages('relations on pages')
const { plain } = test

for (const { variant, visit } of variants) {
  test(`a term is related to another one by the keyboard, and the relation is removed (${variant})`, async (service) => {
    const as = await service.person()
    const { id } = await service.term(as, { name: 'SLA', definition: 'A promise.' })
    await service.term(as, { name: 'SLO', definition: 'A goal. It is measured.' })
    const page = await service.open(`/terms/${id}`, { ...visit, as })
    const relate = page.getByText('Relate it to another term')
    if (isInBrowser(page)) {
      // Four keys, and two letters of a name.
      await relate.focus()
      await page.keyboard.press('Enter')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await page.keyboard.type('sl')
      await page.locator('#relate-found').getByRole('button', { name: 'SLO' }).waitFor()
      await page.keyboard.press('Enter')
    } else {
      await relate.click()
      await page.getByRole('searchbox', { name: 'Which term?' }).fill('sl')
      await page.getByRole('button', { name: 'Find' }).click()
      await page.getByRole('button', { name: 'SLO' }).click()
    }
    await page.getByText('Relation added.').first().waitFor()
    assert.match(await page.locator('main').innerText(), /Not to be confused with SLO: A goal\./)
    await page.getByText('said that it is not to be confused with SLO').waitFor()
    const home = await service.open('/?q=SLA', { ...visit, as })
    assert.match(await home.locator('.full-meaning').innerText(), /Not to be confused with SLO: A goal\./)
    await page.getByRole('button', { name: 'Remove: Not to be confused with SLO' }).click()
    await page.getByText('Relation removed.').first().waitFor()
    const { body } = await service.request('GET', `/api/v1/terms/${id}`, { as })
    assert.equal(body.relations, [])
  })
}

test('a replaced term says what to use instead before anything else, and its deletion what would be missing', async (service) => {
  const as = await service.person('editor')
  const { id } = await service.term(as, { name: 'SLA', definition: 'A promise.' })
  const other = await service.term(as, { name: 'SLO', definition: 'Better than an SLA.' })
  await service.request('PUT', `/api/v1/terms/${id}/relations/replaced_by/${other.id}`, { as })
  await service.term(as, { name: 'KPI', definition: 'It can be in SLAs.' })
  const follower = await service.person()
  await service.request('PUT', `/api/v1/terms/${id}/follow`, { as: follower })
  await lookUp(service, follower, 'SLA', 'SLA')
  const page = await service.open(`/terms/${id}`, { as })
  assert.match(await page.locator('article').innerText(), /^Use SLO instead\n/)
  await page.getByText('Delete', { exact: true }).click()
  assert.equal(await page.locator('.impact li').allInnerTexts(), [
    '2 definitions name it: KPI and SLO.',
    'One person follows it.',
    'It has 1 relation to other terms, which end.',
    'Nobody would find any more: SLA.',
    '2 lookups in 90 days would find nothing.',
  ])
  const form = await page.locator('form', { has: page.locator('.impact') }).innerText()
  assert.match(form, /would find nothing\.\s+Delete permanently/)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    assert.equal(await hasHorizontalScroll(page), false)
  }
  assert.equal(await findViolations(page), [])
  const home = await service.open('/?q=SLA', { as })
  assert.match(await home.locator('.full-meaning').innerText(), /^Use SLO instead\n/)
  const merge = await service.open(`/terms/${id}/merge?into=${other.id}`, { as })
  const merging = await merge.locator('main').innerText()
  assert.match(merging, /2 definitions name it: KPI and SLO\..*1 relation to other terms.*\nMerge/s)
})

plain('who compares two terms sees both, and can say that they are not to be confused', async (service) => {
  const as = await service.person()
  await service.term(as, { name: 'SLA', definition: 'A promise.' })
  const { id } = await service.term(as, { name: 'SLO', definition: 'A goal.' })
  const page = await service.open('/?q=sla+vs+slo', { as })
  assert.equal(await page.locator('.answer h2').allInnerTexts(), ['SLA', 'SLO'])
  await page.getByRole('button', { name: 'Say that SLA is not to be confused with SLO' }).click()
  await page.getByText('Relation added.').first().waitFor()
  const { body } = await service.request('GET', `/api/v1/terms/${id}`, { as })
  assert.equal(body.relations[0].term.name, 'SLA')
  await service.sql`update terms set status = 'community'`
  for (const [person, q] of [
    [as, 'sla vs slo'],
    [await service.person(), 'sla vs slo'],
    [as, 'sla and slo'],
  ] as const) {
    const other = await service.open(`/?q=${encodeURIComponent(q)}`, { as: person })
    assert.is(await other.getByRole('button', { name: /^Say that/ }).count(), 0, q)
  }
})

test.run()
