import * as assert from 'uvu/assert'
import { pages } from './support/browser.ts'
import { eventually } from './support/eventually.ts'
import type { Person } from './support/test-service.ts'

const test = pages('drafts')
const { scripted } = test

scripted('a new term that somebody has begun survives a reload, until it is discarded', async (service) => {
  const page = await service.open('/terms/new', { as: await service.person() })
  await page.getByLabel('Name', { exact: true }).fill('QZA')
  await page.getByLabel('Definition').fill('An audit of')
  await page.reload()
  await page.getByText('Draft restored.').waitFor()
  assert.is(await page.getByLabel('Definition').inputValue(), 'An audit of')
  assert.is(await page.getByLabel('Name', { exact: true }).inputValue(), 'QZA')
  await page.getByRole('button', { name: 'Discard' }).click()
  assert.is(await page.getByLabel('Definition').inputValue(), '')
  await page.reload()
  assert.is(await page.getByText('Draft restored.').count(), 0)
  assert.is(await page.getByLabel('Definition').inputValue(), '')
})

scripted('an edit and a definition in the queue survive, and what was saved is no draft', async (service) => {
  const as = await service.person('editor')
  const { id } = await service.term(as, { name: 'SLA', definition: 'A promise.' })
  await service.sql`
    insert into terms (name, definition, status, source)
    values ('T01', '', 'suggested', 'discovery'), ('T02', '', 'suggested', 'discovery')`
  const page = await service.open(`/terms/${id}/edit`, { as })
  await page.getByLabel('Definition').fill('A better promise.')
  await page.reload()
  await page.getByText('Draft restored.').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(`**/terms/${id}`)
  await page.goto(`/terms/${id}/edit`)
  assert.is(await page.getByText('Draft restored.').count(), 0)

  await page.goto('/review')
  const first = page.locator('.review-item.current').getByLabel('What does it mean here?')
  await first.fill('A test.')
  await page.reload()
  await page.getByText('Draft restored.').waitFor()
  assert.is(await first.inputValue(), 'A test.')
  await page.keyboard.press('j')
  assert.is(await first.inputValue(), '')
  await page.keyboard.press('k')
  await page
    .getByRole('button', { name: /^Publish/ })
    .first()
    .click()
  await eventually('it is published', async () => {
    const terms = await service.sql`select status from terms where name like 'T0%' order by status`
    return terms.map(({ status }) => status).join() === 'pending,suggested'
  })
})

scripted('what was typed about a suggestion is there again when its decision is undone', async (service) => {
  await service.sql`
    insert into terms (name, definition, status, source)
    values ('T01', '', 'suggested', 'discovery'), ('T02', '', 'suggested', 'discovery')`
  const page = await service.open('/review', { as: await service.person('editor') })
  const definition = page.locator('.review-item.current').getByLabel('What does it mean here?')
  const name = await page.locator('.review-item.current h2 a').innerText()
  await page.keyboard.press('e')
  await page.keyboard.type('A test.')
  await page.keyboard.press('Escape')
  for (const decision of ['d', 'Control+Enter', 'Control+Enter']) {
    if (decision !== 'd') await definition.focus()
    await page.keyboard.press(decision)
    await page.locator('.decided', { hasText: name }).waitFor({ state: 'attached' })
    assert.is(await definition.inputValue(), '', 'the next one has no draft')
    await page.keyboard.press('u')
    await page.getByText('Draft restored.').waitFor()
    assert.is(await definition.inputValue(), 'A test.')
  }
})

scripted('a draft is shown to nobody else, in the same tab, on a page of the same address', async (service) => {
  const [ann, ben] = [await service.person('editor'), await service.person('editor')]
  const { id } = await service.term(ann, { name: 'SLA', definition: 'A promise.' })
  const edit = `/terms/${id}/edit`
  const page = await service.open(edit, { as: ann })
  const definition = page.getByLabel('Definition')
  const openAs = ({ email }: Person) => page.goto(`/auth/dev/login?${new URLSearchParams({ email, next: edit })}`)
  await definition.fill('What only Ann knows.')
  await openAs(ben) // Ann's session has ended, and she never logged out.
  assert.is(await definition.inputValue(), 'A promise.')
  await definition.fill('What only Ben knows.')
  await openAs(ann)
  await page.getByText('Draft restored.').waitFor()
  assert.is(await definition.inputValue(), 'What only Ann knows.')
  await page.locator('.menu summary').click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('**/login*')
  for (const person of [ann, ben]) {
    await openAs(person)
    assert.is(await definition.inputValue(), 'A promise.')
  }
})

test.run()
