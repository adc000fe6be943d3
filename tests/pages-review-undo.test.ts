import * as assert from 'uvu/assert'
import { pages } from './support/browser.ts'
import { eventually } from './support/eventually.ts'
import { votesOf } from './support/evidence.ts'
import type { FlowPage } from './support/flow-page.ts'
import { sendForm } from './support/forms.ts'
import { markStale, setStatus } from './support/terms.ts'
import type { TestService } from './support/test-service.ts'

// Every decision of a visit can be undone as long as nobody has touched the item since (contract, section 16).
const test = pages('undoing decisions')
const { scripted } = test

/** A disputed term that was official, a proposal and a stale term. */
async function threeItems(service: TestService) {
  const [owner, ada] = [await service.person(), await service.person()]
  const add = async (name: string) => (await service.term(owner, { name, definition: 'A text.' })).id
  const [disputed, proposed, stale] = [await add('D'), await add('P'), await add('S')]
  await setStatus(service, disputed, 'official', 12)
  const send = (id: string, path: string, body: object) =>
    service.request('POST', `/api/v1/terms/${id}/${path}`, { as: ada, body })
  await send(disputed, 'dispute', { reason: 'Wrong.' })
  await send(proposed, 'proposals', { version: 1, definition: 'Better.' })
  await service.sql`update terms set owner_id = null where id = ${stale}`
  await markStale(service, stale)
  const editor = await service.person('editor')
  return { ada, editor, disputed, proposed, stale }
}

/** What decisions change, and an undo changes back. */
const stateOf = async ({ sql }: TestService) => {
  const terms = await sql`
    select
      name, definition, status, vote_count, open_disputes, disputed_status, disputed_vote_count, is_stale,
      last_confirmed_at < '2021-01-01' as is_old
    from terms order by name`
  const proposals = await sql`select status, decided_by from proposals`
  const disputes = await sql`select resolution, resolved_by from disputes`
  return JSON.stringify([terms, proposals, disputes])
}

const counts = (page: FlowPage) => page.locator('[data-counts]').allInnerTexts()

test('reports, proposals and confirmations are undone, one after the other, and the numbers follow', async (service) => {
  const { editor, disputed } = await threeItems(service)
  const before = await stateOf(service)
  for (const [onReport, onProposal] of [
    ['p', 'a'],
    ['d', 'd'],
  ]) {
    const page = await service.open('/review', { as: editor })
    const atFirst = await counts(page)
    assert.equal(atFirst, ['2', '1', '1', '1'])
    const show = (name: string) => page.getByRole('button', { name, exact: true }).click()
    for (const [name, key] of [
      ['D', onReport],
      ['P', onProposal],
    ]) {
      await show(name ?? '')
      await page.keyboard.press(key ?? '')
      if (key !== 'd') continue
      await page.keyboard.type('Because.')
      await page.keyboard.press('Enter')
    }
    await page.keyboard.press('c')
    await eventually('all is decided', async () => (await page.locator('.decided').count()) === 3)
    // A term whose report was right waits until it is corrected.
    const left = onReport === 'p' ? ['1', '1'] : ['0']
    await eventually('the queue is read anew', async () => (await counts(page)).join() === left.join())
    assert.not.equal(await stateOf(service), before)
    for (const left of [2, 1, 0]) {
      await page.keyboard.press('u')
      await eventually('it is undone', async () => (await page.locator('.decided').count()) === left)
    }
    await eventually('the numbers are back', async () => (await counts(page)).join() === atFirst.join())
    assert.is(await stateOf(service), before)
    assert.equal(await votesOf(service, disputed), { counted: 0, cast: 0 })
    await page.context().close()
  }
})

test('whoever was told of a decision that is undone reads that it was, or nothing', async (service) => {
  const { ada, editor, disputed, proposed } = await threeItems(service)
  const [proposal] = await service.sql`select id from proposals`
  const [dispute] = await service.sql`select id from disputes`
  const items: Record<string, Record<string, string>> = {
    [`proposed.${proposed}.${proposal?.id}.P`]: { action: 'decline', note: 'No.' },
    [`disputed.${disputed}.${dispute?.id}.D`]: { action: 'uphold' },
  }
  const send = async (path: string, item: string, fields: Record<string, string>) =>
    assert.ok((await sendForm(service, editor, path, { item, ...fields })).status < 400)
  for (const hasRead of [false, true]) {
    for (const [item, fields] of Object.entries(items)) await send('/review', item, fields)
    if (hasRead) await service.request('POST', '/api/v1/inbox/read', { as: ada, body: { all: true } })
    const told = await service.open('/inbox', { as: ada, isPlain: true })
    assert.is(await told.locator('.record').count(), 2)
    assert.is(await told.getByText('This decision was undone').count(), 0)
    for (const [item, { action = '' }] of Object.entries(items)) await send('/review/undo', item, { action })
    const page = await service.open('/inbox', { as: ada, isPlain: true })
    assert.is(await page.locator('.record').count(), hasRead ? 2 : 0)
    assert.is(await page.getByText('This decision was undone').count(), hasRead ? 2 : 0)
  }
})

scripted('the history says that a report is open again, and which votes that removed', async (service) => {
  const [owner, ada, editor] = [await service.person(), await service.person(), await service.person('editor')]
  const { id } = await service.term(owner, { name: 'D' })
  await service.request('POST', `/api/v1/terms/${id}/vote`, { as: owner })
  await service.request('POST', `/api/v1/terms/${id}/dispute`, { as: ada, body: {} })
  const page = await service.open('/review', { as: editor })
  await page.keyboard.press('d')
  await page.keyboard.type('It is right.')
  await page.keyboard.press('Enter')
  await page.locator('.decided').waitFor({ state: 'attached' })
  await page.keyboard.press('u')
  await eventually('it is undone', async () => (await page.locator('.decided').count()) === 0)
  const { body } = await service.request('GET', `/api/v1/terms/${id}/history`, { as: editor })
  assert.equal(body.map(({ action, changes }: Record<string, unknown>) => [action, changes]).slice(0, 2), [
    ['disputed', { resolution: { from: 'dismissed', to: null }, vote_count: { from: 1, to: 0 } }],
    ['dispute_resolved', { resolution: { from: null, to: 'dismissed' }, vote_count: { from: 0, to: 1 } }],
  ])
  await page.goto(`/terms/${id}/history`)
  await page.getByText('opened a report again: 1 vote removed').waitFor()
})

scripted('what someone has touched since cannot be undone', async (service) => {
  const { ada, editor, disputed, proposed, stale } = await threeItems(service)
  const page = await service.open('/review', { as: editor, refusals: [409] })
  for (const [name, key] of [
    ['D', 'p'],
    ['P', 'a'],
    ['S', 'c'],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).click()
    await page.keyboard.press(key)
  }
  await eventually('all is decided', async () => (await page.locator('.decided').count()) === 3)
  for (const id of [disputed, proposed, stale]) {
    const { body } = await service.request('GET', `/api/v1/terms/${id}`, { as: editor })
    await service.request('PUT', `/api/v1/terms/${id}`, {
      as: editor,
      body: { version: body.version, definition: 'Another text.' },
    })
  }
  const touched = await stateOf(service)
  for (const name of ['S', 'P', 'D']) {
    await page.getByRole('button', { name: 'Undo last' }).click()
    await page.locator('.said', { hasText: `${name}: “${name}” has changed since.` }).waitFor()
  }
  assert.is(await stateOf(service), touched)
  assert.ok(ada)
})

scripted(
  'a proposal is not opened again beside a newer one of the same person, and others cannot undo',
  async (service) => {
    const { ada, editor, proposed } = await threeItems(service)
    const page = await service.open('/review', { as: editor, refusals: [409] })
    await page.getByRole('button', { name: 'P', exact: true }).click()
    await page.keyboard.press('d')
    await page.keyboard.type('No.')
    await page.keyboard.press('Enter')
    await page.locator('.said', { hasText: 'Change declined: P.' }).waitFor()
    const body = { version: 1, definition: 'Best.' }
    await service.request('POST', `/api/v1/terms/${proposed}/proposals`, { as: ada, body })
    await page.getByRole('button', { name: 'Undo last' }).click()
    await page.locator('.said', { hasText: 'P: “P” has changed since.' }).waitFor()
    const [count] = await service.sql`
    select count(*)::integer as open from proposals where status = 'open'`
    assert.is(count?.open, 1)
  },
)

test('of the decisions about the selection, only those that fit it are offered and named, also at touch', async (service) => {
  const { editor } = await threeItems(service)
  const page = await service.open('/review?kind=nonsense', { as: editor, hasTouch: true })
  await page.getByText('There is no kind “nonsense”, so this filter is left out.').waitFor()
  assert.is(await page.getByText('Keyboard shortcuts').first().isVisible(), false)
  const offered = async () => (await page.locator('#bulk button:visible').allInnerTexts()).map((text) => text.trim())
  assert.equal(await offered(), [])
  await page.getByLabel('Select P').check()
  await page.getByText('1 selected:').waitFor()
  assert.equal(await offered(), ['Decline change', 'Accept change'])
  await page.getByLabel('Select S').check()
  await page.getByText('2 selected:').waitFor()
  assert.equal((await offered()).sort(), ['Accept change', 'Decline change', 'Still right'])
  await page.getByLabel('Select S').uncheck()
  await page.getByLabel('Select D').check()
  const both = ['Report was right', 'Report was wrong Decline change', 'Accept change']
  assert.equal(await offered(), both)
  await page.getByLabel('Select P').press('d')
  await page.keyboard.type('Too vague.')
  await page.keyboard.press('Enter')
  await page.locator('.results').getByText('2 items decided.').waitFor()
  const notes = () => service.sql`
    select decision_note as note, (select note from disputes) as answer, status from proposals`
  assert.equal([...(await notes())], [{ note: 'Too vague.', answer: 'Too vague.', status: 'declined' }])
  await page.getByRole('button', { name: 'Undo all' }).click()
  await page.locator('.results').getByText('2 decisions undone.').waitFor()
  assert.equal(
    (await notes()).map(({ status }) => status),
    ['open'],
  )
  await page.getByRole('button', { name: 'S', exact: true }).click()
  await page.keyboard.press('c')
  await page.locator('.results').waitFor({ state: 'detached' }) // what was undone is said until the next decision
})

scripted(
  'a suggestion that has a text is edited in its place, and gets the text back when that is undone',
  async (service) => {
    await service.sql`
    insert into terms (name, definition, status, source) values ('T01', 'Old.', 'suggested', 'discovery')`
    const page = await service.open('/review', { as: await service.person('editor') })
    await page.keyboard.press('e')
    const definition = page.getByRole('textbox', { name: 'What does it mean here?' })
    assert.is(await definition.inputValue(), 'Old.')
    await definition.fill('Better.')
    await page.keyboard.press('Control+Enter')
    await page.locator('.said', { hasText: 'Published T01.' }).waitFor()
    const read = async () =>
      Object.values((await service.sql`select status, definition from terms where name = 'T01'`)[0] ?? {})
    assert.equal(await read(), ['pending', 'Better.'])
    await page.keyboard.press('Escape')
    await page.keyboard.press('u')
    await page.waitForFunction(() => document.querySelectorAll('.decided').length === 0)
    assert.equal(await read(), ['suggested', 'Old.'])
  },
)

test.run()
