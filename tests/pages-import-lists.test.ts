import * as assert from 'uvu/assert'
import { browserVariants, findViolations, pages } from './support/browser.ts'
import { download, type FlowPage, isInBrowser } from './support/flow-page.ts'
import { lines } from './support/imports.ts'
import { findFlawsOf } from './support/usability.ts'
import { workbook } from './support/workbook.ts'

const test = pages('import page, lists as people keep them')
const { scripted } = test

const choose = async (page: FlowPage, name: string, content: string | Uint8Array) => {
  const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) }
  await page.getByLabel('File').setInputFiles(file)
}
const preview = (page: FlowPage) => page.locator('#preview')
const press = (page: FlowPage, name: string) => page.getByRole('button', { name }).click()
/** Shows how the file was read. */
const unfold = (page: FlowPage) => preview(page).locator('summary', { hasText: 'change' }).click()
const see = (page: FlowPage, text: string | RegExp) => preview(page).getByText(text).first().waitFor()

const repeated = lines('acronym,details', 'QZA,Zone inspection', 'LKB,A bell', 'QZA,An alloy')

for (const { variant, visit } of browserVariants) {
  test(`a file is previewed, read in another way and imported, ${variant}`, async (service) => {
    const as = await service.person('editor')
    const page = await service.open('/import', { as, ...visit })
    await choose(page, 'list.csv', repeated)
    if (visit.isPlain) await press(page, 'Preview')
    await see(page, 'because names repeat with different texts')
    await see(page, '3 new')
    await unfold(page)
    await see(page, 'Zone inspection · A bell · An alloy')
    await press(page, 'It is the definition')
    await see(page, 'Add 2 new terms')
    if (isInBrowser(page)) assert.equal(await findFlawsOf(page), [])
    await press(page, 'Add 2 new terms')
    await see(page, 'Left out: 1 row with errors')
    await see(page, 'Row 4, QZA: Same term as row 2, different text')
    const link = page.getByRole('link', { name: 'Download the rows with errors (CSV)' })
    const { content } = await download(page, link)
    const csv = content.toString().split('\r\n')
    assert.is(csv[0], '\ufeff"name","definition","row","errors"')
    assert.match(csv[1] ?? '', /^"QZA","An alloy","4","is the same term as row 2/)
    assert.is(csv[2], '')
  })
}

scripted('a choice of one column keeps what was recognized', async (service) => {
  const as = await service.person('editor')
  const page = await service.open('/import', { as, refusals: [422] })
  await choose(page, 'list.csv', lines('Code;Definition;Team', '17;It rings.;Plant', '18;It boils.;'))
  await see(page, 'has no column for the name')
  assert.is(await page.getByLabel('Definition').inputValue(), 'definition')
  await see(page, 'It rings. · It boils.')
  await page.getByLabel('Code').selectOption('name')
  await press(page, 'Preview with these columns')
  await see(page, '2 new')
  assert.is(await page.getByLabel('Team').inputValue(), 'category')
  await unfold(page)
  await page.getByLabel('Team').selectOption('name')
  await press(page, 'Preview again')
  await see(page, 'Add 1 new term')
  assert.is(await page.getByLabel('Code').inputValue(), '')
})

scripted('encoding and header can be chosen', async (service) => {
  const as = await service.person('editor')
  const page = await service.open('/import', { as })
  const text = Buffer.from('Acronym;Meaning\nAcronym;Meaning\n___;Alarm\n', 'latin1')
  text.set([0xd9, 0xe8, 0xf2], text.indexOf('___'))
  await choose(page, 'list.csv', text)
  await see(page, '2 new')
  await unfold(page)
  await see(page, 'Read as Western (Windows-1252), separated by semicolons')
  await page.getByLabel('Encoding').selectOption('windows-1251')
  await press(page, 'Preview again')
  await preview(page).locator('.import-reading:not([open])').waitFor()
  await unfold(page)
  await see(page, 'Read as Cyrillic (Windows-1251)')
  await page.getByLabel('Header', { exact: true }).selectOption('2')
  await press(page, 'Preview again')
  await see(page, '1 new')
  await see(page, '1 line above the header skipped')
  await press(page, 'Add 1 new term')
  await see(page, '1 term added')
  const { body } = await service.request('GET', '/api/v1/terms?status=pending', { as })
  assert.equal([body.total, body.items[0].name], [1, 'Щит'])
})

test('another sheet of a workbook can be chosen, and rows can rename by their IDs', async (service) => {
  const as = await service.person('editor')
  const { id } = await service.term(as, { name: '1:1', definition: 'A talk.' })
  const page = await service.open('/import', { as })
  const sheet = {
    rows: [
      ['id', 'name', 'definition'],
      [id, 'one-to-one', 'A talk.'],
    ],
  }
  const other = {
    rows: [
      ['name', 'definition'],
      ['LKB', 'A bell.'],
    ],
  }
  await choose(page, 'list.xlsx', workbook({ Bells: other, Talks: sheet }))
  await see(page, 'The titles of the 2 sheets are the categories')
  await unfold(page)
  await see(page, 'Read from 2 sheets')
  await page.getByLabel('Sheet', { exact: true }).selectOption('Talks')
  await press(page, 'Preview again')
  await see(page, '1 new')
  await page.getByLabel('Rows stand for the terms with their IDs').check()
  await press(page, 'Preview again')
  await see(page, 'renames 1:1')
  assert.equal(await findViolations(page), [])
})

test.run()
