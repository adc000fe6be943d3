import * as assert from 'uvu/assert'
import { pages, variants } from './support/browser.ts'
import { eventually } from './support/eventually.ts'
import { hasScripts } from './support/flow-page.ts'
import { sendForm } from './support/forms.ts'
import type { Person, TestService } from './support/test-service.ts'

const test = pages('links and related terms in the review queue')
const { plain, scripted } = test

/** Two suggestions that nobody has explained, and the terms to relate them to. */
async function suggestions(service: TestService) {
  const editor = await service.person('editor')
  const crate = await service.term(editor, { name: 'Crate Day', definition: 'Every second Thursday.' })
  await service.sql`
    insert into terms (name, definition, status, source, created_at) values
      ('WIP', '', 'suggested', 'discovery', now() - interval '2 hours'),
      ('YTD', '', 'suggested', 'discovery', now())`
  const [wip] = await service.sql<{ id: string }[]>`select id from terms where name = 'WIP'`
  return { editor, crate, id: wip?.id ?? '' }
}

async function stored({ request }: TestService, as: Person, id: string) {
  const { body } = await request('GET', `/api/v1/terms/${id}`, { as })
  const relations = body.relations.map(
    ({ kind, term }: { kind: string; term: { name: string } }) => `${kind} ${term.name}`,
  )
  const links = body.links.map(({ url, label }: { url: string; label: string | null }) => `${label} ${url}`)
  return [body.status, body.definition, links, relations]
}
const untouched = ['suggested', '', [], []]

for (const { variant, visit } of variants) {
  test(`a suggestion is published with a link and a related term, or not at all: ${variant}`, async (service) => {
    const { editor, id } = await suggestions(service)
    const page = await service.open('/review', { ...visit, as: editor, refusals: [422] })
    const item = page.locator('.review-item').first()
    const publish = () => item.getByRole('button', { name: /Publish/ }).click()
    await item.getByLabel('What does it mean here?').fill('Work in progress.')
    await item.getByText('Where it comes from, and related terms').click()
    await item.getByLabel('Address of link 1').fill('ftp://handbook.example.com/wip')
    await publish()
    const said = 'Link 1: start the address with https://'
    await item.locator('.rows .fault', { hasText: said }).waitFor()
    const summary = item.getByRole('alert').getByRole('link', { name: said })
    const target = (await summary.getAttribute('href')) ?? ''
    assert.is(await item.locator(`${target} .fault`).innerText(), said, 'the summary leads to the row')
    assert.equal(await stored(service, editor, id), untouched)
    await item.getByLabel('Address of link 1').fill('handbook.example.com/wip')
    await item.getByLabel('Name of link 1').fill('Handbook')
    const related = item.getByRole('combobox', { name: 'Name of related term 1' })
    await related.fill('Crate')
    await publish()
    await item.locator('.rows .fault', { hasText: 'no other term is called “Crate”' }).waitFor()
    assert.equal(await stored(service, editor, id), untouched)
    if (hasScripts(page)) {
      await related.focus()
      await page.keyboard.type(' d')
      await item.getByRole('option', { name: /Crate Day/ }).waitFor()
      await page.keyboard.press('Escape')
      assert.is(await item.getAttribute('data-deciding'), null, 'looking for a term decides nothing')
    }
    await related.fill('crate day')
    await publish()
    await page.locator('.decided', { hasText: 'WIP' }).waitFor({ state: 'attached' })
    const published = [
      ...['pending', 'Work in progress.'],
      ...[['Handbook https://handbook.example.com/wip'], ['differs_from Crate Day']],
    ]
    assert.equal(await stored(service, editor, id), published)
  })
}

scripted('keys publish it with a related term, which is said, counted and undone as any decision', async (service) => {
  const { editor, id } = await suggestions(service)
  const page = await service.open('/review', { as: editor })
  const counts = async () => (await page.locator('[data-counts]').allInnerTexts()).join()
  const before = await counts()
  const item = page.locator('.review-item').first()
  await page.keyboard.press('e')
  await page.keyboard.type('Work in progress.')
  await item.getByText('Where it comes from, and related terms').click()
  await item.getByRole('combobox', { name: 'Name of related term 1' }).focus()
  await page.keyboard.type('crate')
  await item.getByRole('option', { name: /Crate Day/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  await page.locator('.said', { hasText: 'Published WIP.' }).waitFor()
  assert.is(before, '2,2')
  assert.is(await counts(), '1,1')
  assert.equal((await stored(service, editor, id)).at(-1), ['differs_from Crate Day'])
  await page.keyboard.press('d') // YTD
  await page.locator('.decided', { hasText: 'YTD' }).waitFor({ state: 'attached' })
  for (const [left, status] of [
    [1, 'pending'],
    [0, 'suggested'],
  ] as const) {
    await page.keyboard.press('u')
    await eventually('the last one is undone', async () => (await page.locator('.decided').count()) === left)
    assert.is((await stored(service, editor, id))[0], status)
  }
  await eventually('the numbers are back', async () => (await counts()) === before)
  assert.equal(await stored(service, editor, id), untouched)
})

plain('undoing it also ends the relations that came with it, and no others', async (service) => {
  const { editor, crate, id } = await suggestions(service)
  const other = await service.term(editor, { name: 'Barrow' })
  await service.request('PUT', `/api/v1/terms/${id}/relations/broader/${other.id}`, { as: editor })
  const page = await service.open('/review', { as: editor })
  const item = page.locator('.review-item').first()
  assert.is(await item.getByLabel('Name of related term 1').inputValue(), 'Barrow', 'what it says already is there')
  await item.getByLabel('What does it mean here?').fill('Work in progress.')
  await item.getByLabel('Name of related term 2').fill('Crate Day')
  await item.getByRole('button', { name: /Publish/ }).click()
  const related = ['broader Barrow', 'differs_from Crate Day']
  assert.equal((await stored(service, editor, id)).at(-1).sort(), related)
  await page.getByRole('button', { name: 'Undo' }).first().click()
  assert.equal(await stored(service, editor, id), ['suggested', '', [], ['broader Barrow']])
  assert.equal((await stored(service, editor, crate.id)).at(-1), [])
})

plain('a related term of one’s own since then is a reason not to undo', async (service) => {
  const { editor, crate, id } = await suggestions(service)
  const page = await service.open('/review', { as: editor, refusals: [409] })
  const item = page.locator('.review-item').first()
  await item.getByLabel('What does it mean here?').fill('Work in progress.')
  await item.getByRole('button', { name: /Publish/ }).click()
  await service.request('PUT', `/api/v1/terms/${id}/relations/broader/${crate.id}`, { as: editor })
  await page.getByRole('button', { name: 'Undo' }).first().click()
  assert.equal(await stored(service, editor, id), ['pending', 'Work in progress.', [], ['broader Crate Day']])
})

plain('other names and underlining are published with it, and undone with it', async (service) => {
  const { editor, id } = await suggestions(service)
  const contents = async () => {
    const { body } = await service.request('GET', `/api/v1/terms/${id}`, { as: editor })
    const { status, aliases, in_texts } = body
    return [status, aliases.map(({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`), in_texts]
  }
  const page = await service.open('/review', { as: editor, refusals: [422] })
  const item = page.locator('.review-item').first()
  await item.getByLabel('What does it mean here?').fill('Work in progress.')
  await item.getByText('Other names, misspellings').click()
  await item.getByLabel('Other names').fill('w-i-p; wip')
  await item.getByLabel('Misspellings, and what is heard').fill('whip; ***')
  await item.getByLabel('In texts').selectOption('exact')
  const publish = () => item.getByRole('button', { name: /Publish/ }).click()
  await publish()
  const summary = item.getByRole('alert').getByRole('link', { name: /letter or a digit/ })
  const target = (await summary.getAttribute('href')) ?? ''
  const refused = item.locator(`details[open] ${target}`)
  assert.is(await refused.inputValue(), 'whip; ***', 'the summary leads to the open field')
  assert.equal(await contents(), ['suggested', [], 'auto'])
  await refused.fill('whip')
  await publish()
  assert.equal(await contents(), ['pending', ['alias w-i-p', 'misspelling whip'], 'exact'])
  await page.getByRole('button', { name: 'Undo' }).first().click()
  assert.equal(await contents(), ['suggested', [], 'auto'])
})

plain('a form without these fields leaves them as they are', async (service) => {
  const { editor, id } = await suggestions(service)
  await service.sql`
    update terms set in_texts = 'never', aliases = '[{"name": "w-i-p", "kind": "alias"}]' where id = ${id}`
  const fields = { item: `suggested.${id}.WIP`, version: '1', definition: 'Work in progress.' }
  await sendForm(service, editor, '/review/define', fields)
  const { body } = await service.request('GET', `/api/v1/terms/${id}`, { as: editor })
  assert.equal([body.status, body.in_texts, body.aliases.length], ['pending', 'never', 1])
})

scripted('rows that were filled survive a reload', async (service) => {
  const { editor } = await suggestions(service)
  const page = await service.open('/review', { as: editor })
  const item = page.locator('.review-item').first()
  await item.getByText('Where it comes from, and related terms').click()
  await item.getByRole('button', { name: 'Add a link' }).click()
  await item.getByLabel('Address of link 1').fill('a.example')
  await item.getByLabel('Address of link 2').fill('b.example')
  await item.getByLabel('Name of related term 1').fill('Crate Day')
  await item.getByText('Other names, misspellings').click()
  await item.getByLabel('Other names').fill('w-i-p')
  await page.reload()
  await page.getByText('Draft restored.').waitFor()
  const folded = item.locator('details[open]', { has: page.getByLabel('Other names') })
  assert.is(await folded.getByLabel('Other names').inputValue(), 'w-i-p', 'what was filled is in sight')
  const values = []
  for (const label of ['Address of link 1', 'Address of link 2', 'Name of related term 1'])
    values.push(await item.getByLabel(label).inputValue())
  assert.equal(values, ['a.example', 'b.example', 'Crate Day'])
  assert.is(await item.locator('.form-row:not(.spare)', { has: page.getByLabel('Address of link 2') }).count(), 1)
})

test.run()
