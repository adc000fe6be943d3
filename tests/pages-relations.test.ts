import * as assert from 'uvu/assert'
import { browserVariants, findViolations, hasHorizontalScroll, pages } from './support/browser.ts'
import { eventually } from './support/eventually.ts'
import { isInBrowser } from './support/flow-page.ts'
import { setStatus } from './support/terms.ts'
import { lookUp } from './support/wanted.ts'

const test = pages('relations on pages')
const { plain } = test

/** The text of a part of a page, in one line. */
const textOf = async (part: { innerText(): Promise<string> }) => (await part.innerText()).replace(/\s+/g, ' ')

for (const { variant, visit } of browserVariants) {
  test(`a term is related to another one by the keyboard, and the relation is removed (${variant})`, async (service) => {
    const as = await service.person()
    const { id } = await service.term(as, { name: 'SLA', definition: 'A promise.' })
    await service.term(as, { name: 'SLO', definition: 'A goal. It is measured.' })
    const page = await service.open(`/terms/${id}`, { ...visit, as })
    const relate = page.locator('.relate > summary')
    if (isInBrowser(page)) {
      // Three keys, and two letters of a name.
      await relate.focus()
      await page.keyboard.press('Enter')
      await page.keyboard.type('sl')
      await page.getByRole('option', { name: /SLO.*A goal\./ }).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
    } else {
      await relate.click()
      await page.getByRole('combobox', { name: 'Which term?' }).fill('sl')
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByRole('button', { name: 'SLO' }).click()
    }
    await page.getByText('Relation added.').first().waitFor()
    assert.match(await textOf(page.locator('.relations')), /Not to be confused with ?SLO A goal\./)
    await page.getByText('said that it is not to be confused with SLO').first().waitFor()
    const home = await service.open('/?q=SLA', { ...visit, as })
    assert.match(await home.locator('.full-meaning').innerText(), /Not to be confused with SLO: A goal\./)
    await page.getByRole('button', { name: 'Remove: Not to be confused with SLO' }).click()
    await page.getByText('Relation removed.').first().waitFor()
    const kinds = async () => {
      const { body } = await service.request('GET', `/api/v1/terms/${id}`, { as })
      return body.relations.map((each: { kind: string }) => each.kind)
    }
    assert.equal(await kinds(), [])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Relation added.').first().waitFor()
    assert.equal(await kinds(), ['differs_from'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Relation removed.').first().waitFor()
    assert.equal(await kinds(), [])
    await page.goto(`/terms/${id}`)
    assert.is(await page.getByRole('button', { name: 'Undo' }).count(), 0)
  })
}

test('Enter adds nothing that is not marked, however fast it is pressed', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as, { name: 'SLA', definition: 'A promise.' })
  await service.term(as, { name: 'SLO', definition: 'A goal.' })
  const page = await service.open(`/terms/${id}`, { as })
  const box = page.getByRole('combobox', { name: 'Which term?' })
  await page.locator('.relate > summary').click()
  await page.keyboard.type('slo')
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: /SLO/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  assert.is(
    await box.getAttribute('aria-activedescendant'),
    await page.getByRole('option', { name: /SLO/ }).getAttribute('id'),
  )
  // What was marked no longer is once something else is typed, or the list is closed.
  await page.keyboard.type('x')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Backspace')
  await page.getByRole('option', { name: /SLO/ }).waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  assert.is(page.url(), `${service.origin}/terms/${id}`)
  const { body } = await service.request('GET', `/api/v1/terms/${id}`, { as })
  assert.equal(body.relations, [])
  // An answer to what was typed, which comes late on a slow machine, takes the mark away.
  await eventually('what is marked is added', async () => {
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const added = page.getByText('Relation added.').first().waitFor({ timeout: 5000 })
    return added.then(
      () => true,
      () => false,
    )
  })
})

test('a replaced term says what to use instead before anything else, and its deletion what would be missing', async (service) => {
  const as = await service.person('editor')
  const { id } = await service.term(as, { name: 'SLA', definition: 'A promise.' })
  const other = await service.term(as, { name: 'SLO', definition: 'Better than an SLA.' })
  await service.request('PUT', `/api/v1/terms/${id}/relations/replaced_by/${other.id}`, { as })
  const kpi = await service.term(as, { name: 'KPI', definition: 'It can be in SLAs.' })
  const follower = await service.person()
  await service.request('PUT', `/api/v1/terms/${id}/follow`, { as: follower })
  await lookUp(service, follower, 'SLA', 'SLA')
  const page = await service.open(`/terms/${id}`, { as })
  assert.match(await textOf(page.locator('.term-banner')), /^Use SLO instead$/)
  assert.is(await page.getByRole('button', { name: /I agree|Make official|Still right/ }).count(), 0)
  await page.locator('.more-actions summary').click()
  await page.getByRole('link', { name: 'Delete…' }).click()
  assert.is(await page.locator('.impact a').first().getAttribute('href'), `/terms/${kpi.id}`)
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

plain('where names are shared, a relation says which meaning it is about', async (service) => {
  const [as, reader] = [await service.person(), await service.person()]
  const { id } = await service.term(as, { name: 'CD', full_name: 'Continuous Delivery' })
  for (const fields of [
    { name: 'CD', full_name: 'Continuous Deployment' },
    { name: 'CI', full_name: 'Continuous Integration' },
  ]) {
    const other = await service.term(as, fields)
    await service.request('PUT', `/api/v1/terms/${id}/relations/differs_from/${other.id}`, { as })
  }
  await setStatus(service, id, 'community', 3)
  for (const [path, part] of [
    [`/terms/${id}`, '.relations'],
    ['/?q=Continuous+Delivery', '.full-meaning'],
    [`/terms/${id}/edit`, '.rows:has(h2)'],
  ] as const) {
    const page = await service.open(path, { as: reader })
    const said = await textOf(page.locator(part).first())
    assert.match(said, /CD \(Continuous Deployment\)/, path)
    assert.match(said, /CI(?! \(Continuous Int)/, path)
  }
})

plain('whoever may edit a term shows what others say of it, or never does', async (service) => {
  const [owner, viewer] = [await service.person(), await service.person()]
  const { id } = await service.term(owner, { name: 'Churn' })
  await service.sql`update terms set status = 'official'`
  const page = await service.open(`/terms/${(await service.term(viewer, { name: 'Attrition' })).id}`, { as: viewer })
  await page.locator('.relate > summary').click()
  await page.getByRole('combobox', { name: 'Which term?' }).fill('churn')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Churn' }).click()
  await page.getByText('It stands here only').first().waitFor()
  assert.match(
    await textOf(page.locator('.relations')),
    /Not to be confused with ?Churn What it means here\. \(Churn does not show it\) ?×/,
  )
  const leaving = await service.term(viewer, { name: 'Leaving' })
  await service.request('PUT', `/api/v1/terms/${leaving.id}/relations/broader/${id}`, { as: viewer })
  const others = await service.open(`/terms/${id}`, { as: viewer })
  assert.is(await others.locator('.waiting-relations').count(), 0)
  assert.not.match(await others.locator('main').innerText(), /Attrition|Leaving/)
  const mine = await service.open('/mine', { as: owner })
  const told = mine.locator('.part', { hasText: 'Waiting for you' })
  await told.getByText('said that Attrition is not to be confused with Churn').waitFor()
  await told.getByText('said that Leaving is part of Churn').waitFor()
  assert.is(await told.getByRole('link', { name: 'Decide about Churn' }).count(), 2)
  const own = await service.open(`/terms/${id}`, { as: owner })
  const waiting = own.locator('.waiting-relations > summary')
  assert.is(await waiting.innerText(), '2 other terms say that they are related to Churn')
  await waiting.click()
  assert.equal(await own.locator('.waiting-relations li a').allInnerTexts(), ['Attrition', 'Leaving'])
  await own.getByRole('button', { name: 'Show it here, too: Churn is not to be confused with Attrition' }).click()
  await own.getByText('Both terms show it now.').first().waitFor()
  assert.match(await textOf(own.locator('.relations')), /Not to be confused with ?Attrition/)
  assert.is(await waiting.innerText(), '1 other term says that it is related to Churn')
  await waiting.click()
  await own.getByRole('button', { name: 'Never: Churn includes Leaving' }).click()
  await own.getByText('nobody is asked about it again').first().waitFor()
  await mine.reload()
  assert.is(await told.count(), 0)
  // Who may not relate it reads why.
  const why = 'Only its owner and editors relate a community or official term.'
  for (const path of [`/terms/${id}`, `/terms/${id}/edit`]) {
    const reading = await service.open(path, { as: viewer })
    await reading.getByText(why).waitFor()
    const editing = await service.open(path, { as: owner })
    assert.is(await editing.getByText(why).count(), 0)
  }
  assert.is(await own.locator('.waiting-relations').count(), 0)
})

plain('a term with many relations shows the first 20 of a kind and leads to all', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as, { name: 'Product' })
  for (let n = 10; n < 63; n++) {
    const part = await service.term(as, { name: `Part ${n}`, full_name: `Number ${n}` })
    await service.request('PUT', `/api/v1/terms/${part.id}/relations/broader/${id}`, { as })
  }
  await service.sql`update terms set status = 'official' where name = 'Part 62'`
  for (const path of [`/terms/${id}`, '/?q=product', '/t/Product']) {
    const page = await service.open(path, { as })
    const line = await textOf(page.locator('.relation').first())
    assert.match(line, /^Includes ?Part 62 ?,? ?Part 10 ?.*,? ?Part 28 ?and 33 more$/, path)
  }
  const page = await service.open(`/terms/${id}`, { as })
  await page.getByRole('link', { name: '33 more' }).click()
  assert.is(await page.locator('main h1').innerText(), 'Includes')
  assert.is(await page.locator('#relations li').count(), 50)
  assert.match(await textOf(page.locator('#relations li').first()), /Part 62.*Number 62.*Official/)
  await page.getByRole('link', { name: 'Next' }).click()
  assert.match(await textOf(page.locator('#relations')), /Part 59.*Part 60.*Part 61.*51–53 of 53/s)
})

plain('who compares two terms sees both, and can say that they are not to be confused', async (service) => {
  const as = await service.person()
  await service.term(as, { name: 'SLA', full_name: 'Service Level Agreement', definition: 'A promise.' })
  const { id } = await service.term(as, { name: 'SLO', definition: 'A goal.' })
  const page = await service.open('/?q=sla+vs+slo', { as })
  assert.equal(await page.locator('.answer h2').allInnerTexts(), ['SLA', 'SLO'])
  await page.getByRole('button', { name: 'Say that SLA is not to be confused with SLO' }).click()
  await page.getByText('Relation added.').first().waitFor()
  const related = async () => {
    const { body } = await service.request('GET', `/api/v1/terms/${id}`, { as })
    return body.relations.map((each: { term: { name: string } }) => each.term.name)
  }
  assert.equal(await related(), ['SLA'])
  // The comparison stays.
  assert.equal(await page.locator('.answer h2').allInnerTexts(), ['SLA', 'SLO'])
  assert.match(await textOf(page.locator('.answer')), /SLA is not to be confused with SLO\. Undo$/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Relation removed.').first().waitFor()
  assert.equal(await related(), [])
  await service.term(as, { name: 'SLA', full_name: 'Shipping Label Archive', definition: 'A store.' })
  const ambiguous = await service.open('/?q=sla+vs+slo', { as })
  const say = ambiguous.getByRole('button', { name: /^Say that SLA \((.*)\) is not to be confused with SLO$/ })
  await say.click()
  assert.equal(await related(), ['SLA'])
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

plain('related terms of one name say which meaning they are, and others do not', async (service) => {
  const as = await service.person()
  const add = async (name: string, full_name: string) => (await service.term(as, { name, full_name })).id
  const id = await add('SLA', 'Service Level Agreement')
  for (const other of [await add('SLA', 'Shipping Label Archive'), await add('SLO', 'Service Level Objective')])
    await service.request('PUT', `/api/v1/terms/${id}/relations/broader/${other}`, { as })
  const page = await service.open(`/terms/${id}`, { as })
  const text = await textOf(page.locator('.relations'))
  assert.match(text, /SLA \(Shipping Label Archive\)/)
  assert.not.match(text, /Objective/)
})
test.run()
