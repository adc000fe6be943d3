import * as assert from 'uvu/assert'
import { browserVariants, findViolations, pages } from './support/browser.ts'
import { type FlowPage, isInBrowser } from './support/flow-page.ts'
import { lines } from './support/imports.ts'
import { findFlawsOf } from './support/usability.ts'

const test = pages('import page')
const { plain, scripted } = test

const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const glossary = lines(
  'Acronym,Meaning,Note',
  'SLA,Service Level Agreement,x',
  ',nothing,x',
  'AWS,Amazon Web Services OR alternative work schedule,x',
)

const preview = (page: FlowPage) => page.locator('#preview')
const press = async (page: FlowPage, name: string | RegExp) => {
  await page.getByRole('button', { name }).click()
}

for (const { variant, visit } of browserVariants) {
  test(`an editor previews, corrects, splits, imports and undoes, ${variant}`, async (service) => {
    const as = await service.person('editor')
    const { id } = await service.term(as, {
      name: 'SLA',
      full_name: 'Service level agreement',
      definition: 'What we promise.',
    })
    const page = await service.open('/import', { as, ...visit })
    await page.getByLabel('Or cells from a spreadsheet').fill(glossary)
    await press(page, 'Preview')
    await preview(page).getByText('Add 1 new term, change 1 term').waitFor()
    const diff = preview(page).locator('.diff')
    assert.is(await diff.locator('del').innerText(), 'level agreement')
    assert.is(await diff.locator('ins').innerText(), 'Level Agreement')
    const leaving = page.getByRole('button', { name: 'Add 1 new term, change 1 term' })
    assert.is(await leaving.count(), 1)
    await page.getByLabel('Name of row 3', { exact: true }).fill('NIL')
    await page.getByLabel('Split row 4: AWS (Amazon Web Services) and AWS').check()
    await press(page, 'Preview again')
    await preview(page).getByText('Add 3 new terms, change 1 term').waitFor()
    if (isInBrowser(page)) assert.equal(await findFlawsOf(page), [])
    await press(page, 'Add 3 new terms, change 1 term')
    await preview(page).getByRole('link', { name: 'Show the terms' }).waitFor()
    const { body } = await service.request('GET', '/api/v1/terms?status=pending', { as })
    assert.equal(
      body.items.map(({ name, full_name }: Record<string, string>) => `${name}: ${full_name}`),
      ['AWS: alternative work schedule', 'AWS: Amazon Web Services', 'NIL: nothing', 'SLA: Service Level Agreement'],
    )

    await preview(page).getByRole('button', { name: 'Undo' }).click()
    await page.getByText('3 terms removed. 1 term restored to the earlier text.').waitFor()
    const { body: term } = await service.request('GET', `/api/v1/terms/${id}`, { as })
    assert.is(term.full_name, 'Service level agreement')
  })
}

test('a file that was read is a line, its rows are lines, and what was added is a link away', async (service) => {
  const as = await service.person('editor')
  await service.term(as, { name: 'old' })
  const page = await service.open('/import', { as })
  const rows = Array.from({ length: 34 }, (_, i) => `Q${i},${'What it means here. '.repeat(20)}`)
  const faulty = [',No name.', 'QX,', 'Q1,Another text.', ',Still none.']
  const content = lines('Term,Definition', ...rows, ...faulty)
  await page.getByLabel('File').setInputFiles(file('finance.csv', content))
  await preview(page).getByText('finance.csv · 38 rows · change').waitFor()
  await preview(page).getByText('Add 34 new terms').waitFor()
  const cells = page.getByLabel('Or cells from a spreadsheet')
  assert.is(await cells.isVisible(), false)
  const lineHeights = await page
    .locator('.import-table tbody tr')
    .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
  assert.is(lineHeights.length, 38)
  assert.ok(Math.max(...lineHeights) < 60, String(Math.max(...lineHeights)))
  const first = page.locator('.import-table tbody tr').first()
  assert.is(await first.locator('.fault').innerText(), 'Enter a name')
  await preview(page).locator('summary', { hasText: 'change' }).click()
  assert.ok(await cells.isVisible())
  assert.equal(await findFlawsOf(page), [])
  await press(page, 'Add 34 new terms')
  await preview(page).getByRole('heading', { name: '34 terms added, 4 left out' }).waitFor()
  await preview(page).getByRole('link', { name: 'Show the terms' }).click()
  await page.locator('#term-count').getByText('34 terms').waitFor()
})

plain('links and relations are previewed as what they are', async (service) => {
  const as = await service.person('editor')
  const links = [
    { url: 'https://wiki.example.com/sla', label: 'Wiki' },
    { url: 'https://b.example/?a;b', label: null },
  ]
  await service.term(as, { name: 'SLA', definition: 'What we promise.' })
  const rows = JSON.stringify([
    { name: 'OLA', definition: 'What teams promise.', links, aliases: [{ name: 'inner SLA', kind: 'discouraged' }] },
    { name: 'SLA', definition: 'What we promise.', links, differs_from: ['OLA'] },
  ])
  const page = await service.open('/import', { as })
  await page.getByLabel('Or cells from a spreadsheet').fill(rows)
  await press(page, 'Preview')
  const text = await preview(page).innerText()
  assert.match(text, 'Wiki <https://wiki.example.com/sla>')
  assert.match(text, 'inner SLA (discouraged)')
  assert.match(text, /confused with\s+OLA/)
  assert.not.match(text, /NaN|undefined|\[object/)
})

scripted('what many pasted cells would change is shown from its beginning', async (service) => {
  const page = await service.open('/import', { as: await service.person('editor') })
  const rows = Array.from({ length: 40 }, (_, i) => `Q${i},What it means here.`)
  await page.getByLabel('Or cells from a spreadsheet').fill(lines('Term,Definition', ...rows))
  await press(page, 'Preview')
  await preview(page).getByText('Add 40 new terms').waitFor()
  await page.waitForFunction(() => document.activeElement?.id === 'preview')
  assert.ok(await preview(page).evaluate((all) => all.getBoundingClientRect().top >= 0))
})

plain('a new row whose name the glossary has can be merged after the import', async (service) => {
  const as = await service.person('editor')
  await service.term(as, { name: 'SLA' })
  const page = await service.open('/import', { as })
  await page.getByLabel('Or cells from a spreadsheet').fill('name\tmeaning\nsla\tService level')
  await press(page, 'Preview')
  const known = preview(page).getByRole('link', { name: 'What sla means now' })
  assert.is(await known.getAttribute('href'), '/t/sla')
  await press(page, 'Add 1 new term')
  await page.locator('#imports').getByText('1 new').waitFor()
  await preview(page).getByRole('link', { name: 'Merge sla with a duplicate' }).click()
  await page.waitForURL(/\/terms\/[\w-]{36}\/merge/)
  await page.getByRole('heading', { name: /Merge/ }).first().waitFor()
})

plain(
  'names that a file has more than once are announced, but not the meanings of a row that was split',
  async (service) => {
    const as = await service.person('editor')
    const page = await service.open('/import', { as })
    const rows = [
      'QZV,Quick Value,One.,',
      'qzv,,Two.,Law',
      'QZW,Quick Word,Three.,',
      'QZX,Quick Axe OR Quiet Axe,Four.,',
    ]
    await page.getByLabel('Or cells from a spreadsheet').fill(lines('Name,Full name,Definition,Category', ...rows))
    await press(page, 'Preview')
    await page.getByLabel(/^Split row 5/).check()
    await press(page, 'Preview again')
    const repeated = preview(page).locator('section', { hasText: 'Names that the file has more than once' })
    assert.equal(await repeated.locator('li').allInnerTexts(), ['Row 2: QZV, Quick Value; Row 3: qzv, Law.'])
    await press(page, /^Add 5 new terms/)
    assert.is(await repeated.count(), 1)
  },
)

test('columns that are not recognized can be chosen', async (service) => {
  const as = await service.person('admin')
  const page = await service.open('/import', { as, refusals: [422] })
  const text = lines('Code;Seite;Autor', '17;4711;Ada')
  await page.getByLabel('File').setInputFiles(file('kürzel.csv', text)) // shows the preview at once
  await preview(page).getByText('has no column for the name').waitFor()
  await page.getByLabel('Code').selectOption('name')
  await page.getByLabel('Seite').selectOption('definition')
  await press(page, 'Preview with these columns')
  await preview(page).getByText('1 new').first().waitFor()
  assert.equal(await findViolations(page), [])
  await press(page, 'Add 1 new term')
  await preview(page).getByRole('link', { name: 'Show the terms' }).waitFor()
  const { body } = await service.request('GET', '/api/v1/imports', { as })
  assert.equal([body[0].file_name, body[0].totals.created], ['kürzel.csv', 1])
})

test('rows without a definition can have their full name instead', async (service) => {
  const as = await service.person('editor')
  await service.term(as, { name: 'SLO', full_name: 'Service level objective' })
  const page = await service.open('/import', { as })
  const text = lines(
    'Term,Definition,Meaning',
    'SLA,Service Level Agreement,A promise.',
    'MTTR,Mean time to repair,',
    'SLO,Service level objective,n/a',
  )
  await page.getByLabel('File').setInputFiles(file('terms.csv', text))
  await preview(page).getByText('2 rows need you').waitFor()
  await page.getByLabel('Use the full name where a definition is missing').check()
  await press(page, 'Preview again')
  await preview(page).getByText('1 the same').waitFor()
  assert.equal(await findViolations(page), [])
  await press(page, 'Add 2 new terms')
  await preview(page).getByRole('link', { name: 'Show the terms' }).waitFor()
  const { body } = await service.request('GET', '/api/v1/terms?status=pending', { as })
  const definitions = body.items.map((term: Record<string, string>) => term.definition)
  assert.equal(definitions, ['Mean time to repair', 'A promise.', 'What it means here.'])
})

test('a list can add its new terms and leave those of the glossary as they are', async (service) => {
  const as = await service.person('editor')
  const { id } = await service.term(as, { name: 'SLO', definition: 'A target of a team.' })
  const page = await service.open('/import', { as })
  const text = lines('Term,Definition', 'SLA,A promise.', 'SLO,Something else.')
  await page.getByLabel('File').setInputFiles(file('terms.csv', text))
  await preview(page).getByText('Add 1 new term, change 1 term').first().waitFor()
  await page.getByLabel('Only add new terms').check()
  await press(page, 'Preview again')
  await preview(page).getByText('1 the same').first().waitFor()
  assert.ok(await page.getByLabel('Only add new terms').isChecked())
  assert.equal(await findViolations(page), [])
  await press(page, 'Add 1 new term')
  await preview(page).getByRole('link', { name: 'Show the terms' }).waitFor()
  const { body } = await service.request('GET', `/api/v1/terms/${id}`, { as })
  assert.equal([body.definition, body.version], ['A target of a team.', 1])
})

scripted('faulty rows that nobody corrects stay out, and a correction keeps all else', async (service) => {
  const as = await service.person('editor')
  const page = await service.open('/import', { as })
  const terms = [
    { name: 'SLA', definition: 'A promise.', full_name: 'x'.repeat(400) },
    { name: 'x'.repeat(200), definition: 'One line.\nAnother.', aliases: [{ name: 'MSA', kind: 'misspelling' }] },
  ]
  const json = { ...file('terms.json', JSON.stringify(terms)), mimeType: 'application/json' }
  await page.getByLabel('File').setInputFiles(json)
  await preview(page).getByText('2 rows need you').first().waitFor()
  assert.is(await page.getByLabel(/^Other names of row/).count(), 0)
  await page.getByLabel('Name of row 2', { exact: true }).fill('M')
  await press(page, 'Preview again')
  await preview(page).getByText('1 row needs you').first().waitFor()
  await press(page, 'Add 1 new term')
  await preview(page).getByRole('link', { name: 'Show the terms' }).waitFor()
  const { body } = await service.request('GET', '/api/v1/terms?status=pending', { as })
  const [{ name, definition, aliases }] = body.items
  assert.equal([name, definition], ['M', 'One line.\nAnother.'])
  assert.equal(aliases, [{ name: 'MSA', kind: 'misspelling' }])
  assert.is(body.total, 1)
})

plain('a meaning that is too long for a full name is not split off', async (service) => {
  const as = await service.person('editor')
  const page = await service.open('/import', { as })
  const row = `AWS\t${'long '.repeat(70)}OR short`
  await page.getByLabel('Or cells from a spreadsheet').fill(`name\tdefinition\n${row}`)
  await press(page, 'Preview')
  await page.getByLabel('Split row 2').check()
  await press(page, 'Preview again')
  await preview(page).getByText('1 row needs you').first().waitFor()
})

test('a file that cannot be read says why', async (service) => {
  const as = await service.person('editor')
  const page = await service.open('/import', { as, refusals: [422] })
  await press(page, 'Preview')
  await preview(page).getByText('Choose a file or paste cells first.').waitFor()
  await page.getByLabel('File').setInputFiles(file('book.csv', 'PK\u0003\u0004\u0014'))
  await preview(page).getByText('Save the sheet as CSV.').waitFor()
  assert.equal(await findViolations(page), [])
})

test.run()
