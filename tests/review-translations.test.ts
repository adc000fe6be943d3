import * as assert from 'uvu/assert'
import type { ReviewItem } from '../lib/schemas/review.ts'
import { pages } from './support/browser.ts'
import { setStatus } from './support/terms.ts'
import { type Person, type TestService, threeLanguages } from './support/test-service.ts'

const test = pages('review of translations', threeLanguages)

/** Adds a term whose German and French translations are of its first version, and whose text has changed since. */
async function addOutdated(service: TestService, as: Person, name: string) {
  const { id } = await service.term(as, { name, definition: 'A promise.' })
  for (const language of ['de', 'fr']) {
    const body = { definition: `Text in ${language}.`, version: 1 }
    await service.request('PUT', `/api/v1/terms/${id}/translations/${language}`, { as, body })
  }
  const edit = { version: 1, definition: 'A firm promise.' }
  await service.request('PUT', `/api/v1/terms/${id}`, { as, body: edit })
  return id
}

const queue = async ({ request }: TestService, as: Person, query = '?kind=translation') =>
  (await request('GET', `/api/v1/review${query}`, { as })).body as ReviewItem[]

const named = (items: ReviewItem[]) =>
  items.map(({ kind, term, language }) => `${kind} ${term.name} ${language}`).sort()

async function decide({ request }: TestService, as: Person, items: object[], action = 'current') {
  const { status, body } = await request('POST', '/api/v1/review/bulk', { as, body: { action, items } })
  return status === 200 ? body.results.map(({ outcome }: { outcome: string }) => outcome) : status
}

test.plain('the queue has what is out of date for whoever may edit the term, and nothing else', async (service) => {
  const [owner, other, editor] = [await service.person(), await service.person(), await service.person('editor')]
  const id = await addOutdated(service, owner, 'SLA')
  const { id: fresh } = await service.term(owner, { name: 'SLO' })
  const body = { definition: 'Ein Ziel.', version: 1 }
  await service.request('PUT', `/api/v1/terms/${fresh}/translations/de`, { as: owner, body })
  await service.request('PUT', `/api/v1/terms/${fresh}`, { as: owner, body: { version: 1, category: 'Sales' } })
  const both = ['translation SLA de', 'translation SLA fr']
  for (const as of [owner, other, editor]) assert.equal(named(await queue(service, as)), both)
  assert.equal(named(await queue(service, editor, '')), both, 'an item of the whole queue')
  assert.equal(await queue(service, editor, '?kind=translation&category=Sales'), [])
  const [item] = await queue(service, owner)
  const entries = (await service.request('GET', `/api/v1/terms/${id}/history`, { as: owner })).body
  const edited = entries.find(({ action }: { action: string }) => action === 'updated')
  assert.is(item?.since, edited.created_at, 'since the text has changed')
  await setStatus(service, id, 'official')
  assert.equal(await queue(service, other), [])
  assert.equal(named(await queue(service, owner)), both)
})

test.plain('an item is decided by “current”, once, by whoever may edit the term', async (service) => {
  const [owner, other] = [await service.person(), await service.person()]
  const id = await addOutdated(service, owner, 'SLA')
  await setStatus(service, id, 'official')
  const german = { term_id: id, language: 'de' }
  assert.equal(await decide(service, other, [german]), ['refused'])
  assert.equal(await decide(service, owner, [german, german, { term_id: id, language: 'DE' }]), [
    'done',
    'gone',
    'gone',
  ])
  assert.equal(named(await queue(service, owner)), ['translation SLA fr'])
  assert.equal(await decide(service, owner, [{ term_id: id, language: 'it' }]), ['refused'])
  assert.equal(await decide(service, owner, [{ term_id: id }]), ['refused'], 'a term is no translation')
  assert.equal(await decide(service, owner, [german], 'confirm'), ['refused'])
  assert.is(await decide(service, owner, [{ language: 'de' }]), 422)
})

test.plain('a decision on the page is undone', async (service) => {
  const as = await service.person('editor')
  await addOutdated(service, as, 'SLA')
  const page = await service.open('/review?kind=translation', { as })
  const german = page.locator('.review-item', { hasText: 'The German translation is out of date' })
  await german.waitFor()
  await german.getByRole('button', { name: 'Still right' }).click()
  await page.getByText('Confirmed:').first().waitFor()
  assert.equal(named(await queue(service, as)), ['translation SLA fr'])
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await german.waitFor()
  assert.equal(named(await queue(service, as)), ['translation SLA de', 'translation SLA fr'])
  await page.goto('/review?kind=translation')
  await german.getByText('Bring it up to date').click()
  await page.getByText('What has changed since').waitFor()
})

test.run()
