import * as assert from 'uvu/assert'
import { pages, variants } from './support/browser.ts'
import { noticeOf } from './support/flash-messages.ts'
import type { FlowPage } from './support/flow-page.ts'
import { sendForm } from './support/forms.ts'
import type { Person, TestService } from './support/test-service.ts'

const test = pages('aliases on pages')
const { plain } = test

const field = (page: FlowPage, label: string) => page.getByLabel(label, { exact: true })
const showFields = (page: FlowPage) =>
  page.getByText('Other names, misspellings and what is heard, underlining').click()
const button = (page: FlowPage, name: string) => page.getByRole('button', { name }).click()
const flat = (text: string) => text.replace(/\s+/g, ' ').trim()

async function aliasesOf(service: TestService, as: Person, id: string) {
  const { body } = await service.request('GET', `/api/v1/terms/${id}`, { as })
  return body.aliases.map(({ name, kind }: { name: string; kind: string }) => `${kind} ${name}`)
}

for (const { variant, visit } of variants) {
  test(`other names can be added, are shown and can be changed: ${variant}`, async (service) => {
    const as = await service.person('viewer', 'ada@example.com')
    const page = await service.open('/terms/new', { as, ...visit })
    await field(page, 'Name').fill('SLA')
    await field(page, 'Definition').fill('A promise.')
    await showFields(page)
    await field(page, 'Other names').fill(' service contract;uptime\\;contract ;; Service Contract')
    await field(page, 'Misspellings, and what is heard').fill('SAL; sla')
    await field(page, 'Discouraged names').fill('uptime promise; vow')
    await button(page, 'Add term')
    await noticeOf(page, 'created').waitFor()
    const article = page.getByRole('article')
    assert.equal(await article.locator('.other-names').allInnerTexts(), [
      'Also called service contract and uptime;contract',
      'Say SLA, not “uptime promise” or “vow”',
    ])
    assert.not.match(await page.getByRole('main').innerText(), /SAL/)

    await page.getByRole('link', { name: 'Edit' }).click()
    assert.is(await field(page, 'Other names').inputValue(), 'service contract; uptime\\;contract')
    assert.is(await field(page, 'Misspellings, and what is heard').inputValue(), 'SAL')
    await field(page, 'Other names').fill('service contract; deal')
    await field(page, 'Misspellings, and what is heard').fill('')
    if (visit.isPlain) await button(page, 'Preview')
    const preview = page.getByRole('region', { name: 'Changes' })
    await preview.locator('ins', { hasText: 'deal' }).waitFor()
    await preview.locator('del', { hasText: 'SAL' }).waitFor()
    assert.equal(await preview.locator('dt').allInnerTexts(), ['Other names', 'Misspellings'])
    await button(page, 'Save')
    await noticeOf(page, 'edited').waitFor()
    await page.locator('.recent-history > summary').click()
    const [event] = await page.locator('.history-event').allInnerTexts()
    assert.match(flat(event ?? ''), /^ada@example.com changed the other names and misspellings/)
    const id = page.url().match(/[\w-]{36}/)?.[0] ?? ''
    assert.equal(await aliasesOf(service, as, id), [
      ...['alias service contract', 'alias deal'],
      ...['discouraged uptime promise', 'discouraged vow'],
    ])
  })
}

plain('edits of different lists are merged, and one list is a conflict', async (service) => {
  const [ada, bo] = [await service.person(), await service.person()]
  const { id } = await service.term(ada, { name: 'SLA', aliases: ['contract'] })
  const page = await service.open(`/terms/${id}/edit`, { as: bo, refusals: [409] })
  await field(page, 'Discouraged names').fill('vow')
  const theirs = ['contract', { name: 'SAL', kind: 'misspelling' }]
  await service.request('PUT', `/api/v1/terms/${id}`, { as: ada, body: { version: 1, aliases: theirs } })
  await button(page, 'Save')
  await page.getByText('You did not change the misspellings').waitFor()
  assert.is(await field(page, 'Misspellings, and what is heard').inputValue(), 'SAL')
  await field(page, 'Other names').fill('contract; deal')
  await service.request('PUT', `/api/v1/terms/${id}`, {
    as: ada,
    body: { version: 2, aliases: ['contract', 'pact', { name: 'SAL', kind: 'misspelling' }] },
  })
  await button(page, 'Save')
  const versions = page.locator('.versions dd')
  await versions.first().waitFor()
  assert.equal((await versions.allInnerTexts()).map(flat), ['contract; pact', 'contract; deal'])
  await button(page, 'Save')
  await noticeOf(page, 'edited').waitFor()
  assert.equal(await aliasesOf(service, ada, id), [
    ...['alias contract', 'alias deal', 'misspelling SAL', 'discouraged vow'],
  ])
})

plain('an error is shown at its list', async (service) => {
  const as = await service.person()
  const refused: Record<string, [list: string, names: string, message: RegExp]> = {
    'a name that is too long': ['misspellings', `ok; ${'n'.repeat(121)}`, /Use at most 120 characters for each/],
    'too many names': [
      'aliases',
      Array.from({ length: 21 }, (_, n) => `name ${n}`).join(';'),
      /Other names must have at most 20 entries/,
    ],
  }
  for (const [what, [list, names, message]] of Object.entries(refused)) {
    const fields = { name: 'SLA', definition: 'A promise.', [list]: names }
    const { status, text } = await sendForm(service, as, '/terms', fields)
    assert.is(status, 422, what)
    assert.match(text, message, what)
    assert.match(text, /<details class="more-fields" open/)
    assert.ok(text.includes(`value="${names}"`), what)
  }
})

plain('a term can be renamed to one of its other names', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as, { name: 'Uptime contract', aliases: ['SLA', 'pact'] })
  const page = await service.open(`/terms/${id}/edit`, { as })
  await field(page, 'Name').fill('sla')
  await button(page, 'Save')
  await noticeOf(page, 'edited').waitFor()
  assert.equal(await aliasesOf(service, as, id), ['alias pact'])
})

test.run()
