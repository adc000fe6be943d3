import * as assert from 'uvu/assert'
import { pages } from './support/browser.ts'
import { lines } from './support/imports.ts'
import { threeLanguages } from './support/test-service.ts'

const test = pages('import page in several languages', threeLanguages)

test.plain(
  'the preview says what is read in other languages, and no text of a row with errors is lost',
  async (service) => {
    const as = await service.person('editor')
    await service.term(as, { name: 'SLA', definition: 'A promise.' })
    const page = await service.open('/import', { as })
    const preview = page.locator('#preview')
    const press = (name: string) => page.getByRole('button', { name }).click()
    const rows = lines(
      'Sprache\tBegriff\tDefinition\tDefinition (FR)\tDefinition [it]',
      'en\tSLA\tA promise.\tUne promesse.\tUna promessa.',
      'de\tSLA\tEine Zusage.\t\t',
      'de\tSLA\tEtwas anderes.\t\t',
      'fr\tNirgends\tNulle part.\t\t',
    )
    await page.getByLabel('Or cells from a spreadsheet').fill(rows)
    await press('Preview')
    const text = (await preview.innerText()).replace(/\s+/g, ' ')
    for (const said of [
      'In 2 rows, “Sprache” says another language: these belong to the terms with the same “Begriff”.',
      'In other languages: Definition (FR) (definition [fr]), Sprache (language).',
      'Left out, because the glossary does not have the language: “Definition [it]”.',
      'Left out: the column Definition [it].',
    ])
      assert.ok(text.includes(said), `${said}\n${text}`)
    assert.match(text, 'is the same term in German as row 3')
    const link = preview.getByRole('link', { name: /Download the rows with errors/ })
    const href = (await link.getAttribute('href')) ?? ''
    const csv = Buffer.from(href.split(',')[1] ?? '', 'base64').toString()
    await press('Change 1 term')
    await page.locator('#imports').getByText('1 changed').waitFor()
    const read = async () => {
      const { body } = await service.request('GET', '/api/v1/export?format=json&status=all', { as })
      return body.map(
        ({ definition, translations }: { definition: string; translations: { definition: string }[] }) => [
          definition,
          ...translations.map((each) => each.definition),
        ],
      )
    }
    assert.equal(await read(), [['A promise.', 'Eine Zusage.', 'Une promesse.']])
    // What the file of the rows with errors says in other languages is still that, and not the text of the glossary.
    const [header, sla, other] = csv.split('\r\n')
    assert.is(header, '\ufeff"name","definition","definition [fr]","definition [de]","row","errors"')
    assert.is(sla, '"SLA","","","Etwas anderes.","4","is the same term in German as row 3, with a different text"')
    assert.is(other, '"Nirgends","","Nulle part.","","5","definition is required"')
  },
)

test.plain('a column that is read in another language can be read as a field, or left out', async (service) => {
  const as = await service.person('editor')
  const page = await service.open('/import', { as })
  const preview = page.locator('#preview')
  const press = (name: string) => page.getByRole('button', { name }).click()
  const rows = 'EN\tDE\tDefinition (DE)\tText\ninvoice\tRechnung\tEine Forderung.\tA request for money.'
  await page.getByLabel('Or cells from a spreadsheet').fill(rows)
  await press('Preview')
  const unfold = () => preview.locator('summary', { hasText: 'change' }).click()
  await unfold()
  const choice = (header: string) => page.locator(`[name="column:${header}"]`)
  assert.equal(
    [await choice('EN').inputValue(), await choice('DE').inputValue(), await choice('Definition (DE)').inputValue()],
    ['name', 'name [de]', 'definition [de]'],
  )
  await choice('DE').selectOption('aliases')
  await choice('Definition (DE)').selectOption('')
  await press('Preview again')
  await unfold()
  assert.equal([await choice('DE').inputValue(), await choice('Definition (DE)').inputValue()], ['aliases', ''])
  assert.not.match(await preview.innerText(), 'In other languages')
  await press('Add 1 new term')
  await page.locator('#imports').getByText('1 new').waitFor()
  const { body } = await service.request('GET', '/api/v1/export?format=json&status=all', { as })
  assert.equal([body[0].aliases, body[0].translations], [[{ name: 'Rechnung', kind: 'alias' }], []])
})

test.run()
