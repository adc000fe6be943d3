import * as assert from 'uvu/assert'
import { type PlainTestService, pages, variants } from './support/browser.ts'
import { noticeOf } from './support/flash-messages.ts'
import type { FlowPage } from './support/flow-page.ts'
import { setStatus } from './support/terms.ts'
import type { Person } from './support/test-service.ts'

const test = pages('proposals, reports and earlier versions on pages')
const { plain } = test

const press = (page: FlowPage, name: string) => page.getByRole('button', { name, exact: true }).click()
const open = (page: FlowPage, name: string) => page.locator('summary', { hasText: name }).first().click()
const field = (page: FlowPage, label: string) => page.getByLabel(label, { exact: true })

async function official(service: PlainTestService) {
  const owner = await service.person('viewer', 'ada@example.com')
  const { id } = await service.term(owner, { name: 'SLA', definition: 'What we promise.' })
  await setStatus(service, id, 'official', 12)
  return { owner, id, bo: await service.person('viewer', 'bo@example.com') }
}

async function read(service: PlainTestService, as: Person, id: string) {
  const { body } = await service.request('GET', `/api/v1/terms/${id}`, { as })
  return body
}

const propose = (service: PlainTestService, as: Person, id: string, body: object) =>
  service.request('POST', `/api/v1/terms/${id}/proposals`, { as, body })

for (const { variant, visit } of variants) {
  test(`whoever may not edit proposes a change, and the owner accepts it: ${variant}`, async (service) => {
    const { owner, id, bo } = await official(service)
    const page = await service.open(`/terms/${id}`, { as: bo, ...visit })
    await page.getByRole('link', { name: 'Propose a change' }).click()
    await page.getByText('The owner or an editor will review your change.').waitFor()
    await field(page, 'Definition').fill('What we promise a customer.')
    await field(page, 'Note').fill('More exact.')
    await press(page, 'Propose change')
    await noticeOf(page, 'proposed').waitFor()
    const proposals = page.locator('.proposals')
    await proposals.getByText('bo@example.com proposed this change').waitFor()
    await proposals.locator('ins', { hasText: 'a customer' }).waitFor()
    assert.is(await proposals.locator('blockquote').innerText(), 'More exact.')
    assert.is(await page.getByRole('button', { name: 'Accept change' }).count(), 0)
    assert.is((await read(service, bo, id)).definition, 'What we promise.')

    const other = await service.open(`/terms/${id}`, { as: owner, ...visit })
    await press(other, 'Accept change')
    await noticeOf(other, 'accepted').waitFor()
    await other.locator('.definition', { hasText: 'What we promise a customer.' }).waitFor()
    await other.locator('.recent-history > summary', { hasText: 'bo@example.com changed the definition' }).waitFor()
    assert.is(await other.locator('.proposals').count(), 0)
    assert.is((await read(service, bo, id)).status, 'official')
  })

  test(`fields that have changed since a proposal are decided one by one: ${variant}`, async (service) => {
    const { owner, id, bo } = await official(service)
    await propose(service, bo, id, { version: 1, definition: 'Mine.', category: 'Legal' })
    await service.request('PUT', `/api/v1/terms/${id}`, { as: owner, body: { version: 1, definition: 'Theirs.' } })
    const page = await service.open(`/terms/${id}`, { as: owner, refusals: [422], ...visit })
    await page.getByRole('link', { name: 'Resolve conflicts' }).click()
    await page.getByText('The term has changed since').waitFor()
    const sides = await page.locator('.versions dd').allInnerTexts()
    assert.equal(
      sides.map((side) => side.replace(/\s+/g, ' ')),
      ['Theirs. Text replaced', 'Mine. Text replaced'],
    )
    assert.is(await field(page, 'Definition').inputValue(), 'Mine.')
    await field(page, 'Definition').fill('x'.repeat(4001))
    await press(page, 'Accept with these texts')
    await page.locator('.fault', { hasText: 'Shorten the definition to 4,000 characters (now 4,001)' }).waitFor()
    await field(page, 'Definition').fill('Both.')
    await press(page, 'Accept with these texts')
    await noticeOf(page, 'accepted').waitFor()
    const { definition, category } = await read(service, bo, id)
    assert.equal([definition, category], ['Both.', 'Legal'])
  })

  test(`an editor dismisses a report, and the votes and the status return: ${variant}`, async (service) => {
    const { owner, id, bo } = await official(service)
    const editor = await service.person('editor')
    for (const [as, reason] of [
      [bo, 'Wrong.'],
      [owner, 'Is it?'],
    ] as const)
      await service.request('POST', `/api/v1/terms/${id}/dispute`, { as, body: { reason } })
    const mine = await service.open(`/terms/${id}`, { as: owner, ...visit })
    assert.is(await mine.locator('.dispute').count(), 2)
    await press(mine, 'Withdraw my report')
    await noticeOf(mine, 'report_withdrawn').waitFor()
    await mine.locator('summary', { hasText: 'Correct it' }).waitFor()
    assert.is(await mine.getByText('The report was wrong').count(), 0)

    const page = await service.open(`/terms/${id}`, { as: editor, ...visit })
    await page.locator('.dispute blockquote', { hasText: 'Wrong.' }).waitFor()
    await open(page, 'The report was wrong')
    await field(page, 'Why it was wrong').fill('It is right.')
    await press(page, 'Decline the report')
    await noticeOf(page, 'dismissed').waitFor()
    assert.is(await page.locator('.dispute').count(), 0)
    const { status, vote_count } = await read(service, bo, id)
    assert.equal([status, vote_count], ['official', 12])
  })

  test(`an edit is reverted from the history: ${variant}`, async (service) => {
    const { owner, id, bo } = await official(service)
    await service.request('PUT', `/api/v1/terms/${id}`, {
      as: owner,
      body: { version: 1, definition: 'Nothing.', category: 'Sales' },
    })
    const viewer = await service.open(`/terms/${id}/history`, { as: bo, ...visit })
    assert.is(await viewer.getByRole('link', { name: /^Revert/ }).count(), 0)
    const page = await service.open(`/terms/${id}/history`, { as: owner, ...visit })
    await page.getByRole('link', { name: 'Revert to version 1' }).click()
    await page.locator('ins', { hasText: 'What we promise' }).waitFor()
    await field(page, 'Note').fill('It was better.')
    await press(page, 'Revert to version 1')
    await noticeOf(page, 'reverted').waitFor()
    const { definition, category, version } = await read(service, bo, id)
    assert.equal([definition, category, version], ['What we promise.', null, 3])
    await page.locator('.recent-history > summary', { hasText: 'reverted the term to an earlier' }).waitFor()
  })
}

plain('the current text is not offered to revert to, also after a report', async (service) => {
  const { owner, id, bo } = await official(service)
  await service.request('POST', `/api/v1/terms/${id}/dispute`, { as: bo, body: {} })
  for (const path of [`/terms/${id}`, `/terms/${id}/history`]) {
    const page = await service.open(path, { as: owner })
    assert.is(await page.getByRole('link', { name: /^Revert/ }).count(), 0, path)
  }
})

plain('vandalism is undone with two clicks from the term', async (service) => {
  const { owner, id, bo } = await official(service)
  const body = { version: 1, definition: 'Nonsense.' }
  await service.request('PUT', `/api/v1/terms/${id}`, { as: owner, body })
  const page = await service.open(`/terms/${id}`, { as: owner })
  await page.getByRole('link', { name: 'Revert this change' }).click()
  await press(page, 'Revert to version 1')
  await noticeOf(page, 'reverted').waitFor()
  assert.is((await read(service, bo, id)).definition, 'What we promise.')
})

plain('an edit of a term that has become official meanwhile can be proposed', async (service) => {
  const [ada, bo] = [await service.person(), await service.person()]
  const { id } = await service.term(ada, { name: 'SLA', definition: 'What we promise.' })
  const page = await service.open(`/terms/${id}/edit`, { as: bo, refusals: [409] })
  await field(page, 'Definition').fill('What we owe.')
  await setStatus(service, id, 'official', 12)
  await press(page, 'Save')
  await page.getByRole('alert').getByText('propose your change instead').waitFor()
  assert.is(await field(page, 'Definition').inputValue(), 'What we owe.')
  await press(page, 'Propose change')
  await noticeOf(page, 'proposed').waitFor()
  assert.is((await read(service, ada, id)).definition, 'What we promise.')
})

plain('a proposal can be declined with a note, and withdrawn', async (service) => {
  const { owner, id, bo } = await official(service)
  const { body: first } = await propose(service, bo, id, { version: 1, definition: 'One.' })
  const page = await service.open(`/terms/${id}`, { as: owner })
  await open(page, 'Decline')
  await page.locator(`#decline-note-${first.id}`).fill('Too short.')
  await press(page, 'Decline change')
  await noticeOf(page, 'declined').waitFor()
  await page.goto(`/proposals/${first.id}`)
  await page.getByText('ada@example.com declined this change').waitFor()
  await page.locator('blockquote', { hasText: 'Too short.' }).waitFor()

  await propose(service, bo, id, { version: 1, definition: 'Two.' })
  const mine = await service.open(`/terms/${id}`, { as: bo })
  await press(mine, 'Withdraw my proposal')
  await noticeOf(mine, 'proposal_withdrawn').waitFor()
  assert.is(await mine.locator('.proposals').count(), 0)
})

plain('a second proposal begins with the first one, and replaces it', async (service) => {
  const { id, bo } = await official(service)
  await propose(service, bo, id, { version: 1, definition: 'One.', note: 'Shorter.' })
  const page = await service.open(`/terms/${id}/edit`, { as: bo })
  await page.getByText('You have already proposed a change.').waitFor()
  assert.is(await field(page, 'Definition').inputValue(), 'One.')
  assert.is(await field(page, 'Note').inputValue(), 'Shorter.')
  await field(page, 'Category').fill('Legal')
  await press(page, 'Propose change')
  await noticeOf(page, 'proposed').waitFor()
  const { body } = await service.request('GET', `/api/v1/proposals?status=open&term_id=${id}`, { as: bo })
  assert.is(body.length, 1)
  assert.equal([body[0].changes.definition.to, body[0].changes.category.to], ['One.', 'Legal'])
})

plain('a proposal that changes nothing is not stored', async (service) => {
  const { id, bo } = await official(service)
  const page = await service.open(`/terms/${id}/edit`, { as: bo })
  await press(page, 'Propose change')
  await noticeOf(page, 'unchanged').waitFor()
  assert.equal([...(await service.sql`select from proposals`)], [])
})

plain('an edit can resolve the reported problems', async (service) => {
  const { owner, id, bo } = await official(service)
  await service.request('POST', `/api/v1/terms/${id}/dispute`, { as: bo, body: { reason: 'No.' } })
  const page = await service.open(`/terms/${id}/edit`, { as: owner })
  await field(page, 'Definition').fill('Better.')
  await page.getByLabel('This resolves the reported problem').check()
  await press(page, 'Save')
  await noticeOf(page, 'edited').waitFor()
  assert.is(await page.locator('.dispute').count(), 0)
  const { body } = await service.request('GET', `/api/v1/terms/${id}/disputes`, { as: bo })
  assert.is(body[0].resolution, 'upheld')
})

test.run()
