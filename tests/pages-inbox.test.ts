import * as assert from 'uvu/assert'
import { type PlainTestService, pages, pathOf, variants } from './support/browser.ts'
import { noticeOf } from './support/flash-messages.ts'
import type { FlowPage } from './support/flow-page.ts'
import { markStale, setStatus } from './support/terms.ts'

const test = pages('the inbox and one’s own terms')
const { plain, scripted } = test

const press = (page: FlowPage, name: string) => page.getByRole('button', { name, exact: true }).click()
const headings = (page: FlowPage) => page.locator('.record h2').allInnerTexts()
const unread = async (page: FlowPage) =>
  (await page.locator('.account a[href="/inbox"]').innerText()).replace(/\s+/g, ' ')

async function busyOwner(service: PlainTestService) {
  const [ada, bo] = [await service.person('viewer', 'ada@example.com'), await service.person()]
  const { id } = await service.term(ada, { name: 'SLA', category: 'Operations' })
  const path = `/api/v1/terms/${id}`
  await service.request('PUT', path, { as: bo, body: { version: 1, definition: '<b>New</b>.' } })
  const body = { version: 2, definition: 'Newer.', note: 'More <exact>.' }
  await service.request('POST', `${path}/proposals`, { as: bo, body })
  return { ada, bo, id }
}

plain('the list of one’s terms says what a disputed term was before', async (service) => {
  const { ada, bo, id } = await busyOwner(service)
  await setStatus(service, id, 'official', 12)
  const body = { reason: 'We promise less.' }
  await service.request('POST', `/api/v1/terms/${id}/dispute`, { as: bo, body })
  for (const [as, list] of [
    [ada, 'You own'],
    [bo, 'You reported problems with'],
  ] as const) {
    const page = await service.open('/mine', { as })
    // Lists with nothing in them are not there.
    assert.is(await page.getByText('Categories that you follow').count(), 0)
    const text = await page.locator('.part', { hasText: list }).innerText()
    assert.match(text, /Disputed \(was Official, 12 votes\)/i)
    assert.not.match(text, /Pending/i)
  }
})

for (const { variant, visit } of variants) {
  test(`the header counts what is new, and the inbox marks it as read: ${variant}`, async (service) => {
    const { ada, bo } = await busyOwner(service)
    const page = await service.open('/', { as: ada, ...visit })
    assert.is(await unread(page), 'Inbox 2 unread')
    await page.getByRole('link', { name: 'Inbox 2 unread' }).click()
    await page.getByRole('heading', { name: 'Inbox' }).waitFor()
    assert.equal(await headings(page), [
      `${bo.email} proposed a change to your term SLA`,
      `${bo.email} changed the definition of your term SLA`,
    ])
    assert.is(await page.locator('.record blockquote').innerText(), 'More <exact>.')
    await page.getByRole('button', { name: /^Mark as read .* proposed/ }).click()
    await page.getByRole('link', { name: 'Inbox 1 unread' }).waitFor()
    await page.getByRole('link', { name: 'Unread', exact: true }).click()
    await page.locator('.record', { hasText: 'proposed' }).waitFor({ state: 'detached' })
    assert.is((await headings(page)).length, 1)
    await press(page, 'Mark all as read')
    await page.getByText('You have read everything.').waitFor()
    assert.is(pathOf(page), '/inbox?unread=true')
    assert.is(await unread(page), 'Inbox')
  })

  test(`readers follow terms and categories, and see what is theirs: ${variant}`, async (service) => {
    const { ada, bo, id } = await busyOwner(service)
    const page = await service.open(`/terms/${id}`, { as: bo, ...visit })
    await page.locator('.more-actions summary').click()
    await press(page, 'Follow this term')
    await noticeOf(page, 'followed').waitFor()
    await page.goto('/browse?category=Operations')
    await press(page, 'Follow Operations')
    await noticeOf(page, 'category_followed').waitFor()
    await page.locator('.masthead .menu summary').click()
    await page.getByRole('link', { name: 'My terms' }).click()
    const followed = page.locator('.part', { hasText: 'You follow' })
    assert.equal(await followed.locator('h3').allInnerTexts(), ['SLA', 'Operations'])
    const proposed = page.locator('.part', { hasText: 'You proposed changes to' })
    await proposed.getByText('Not decided yet').waitFor()
    assert.is(await page.getByText('Waiting for you').count(), 0)
    await page.goto('/browse?category=Operations')
    await press(page, 'Stop following Operations')
    await noticeOf(page, 'category_unfollowed').waitFor()
    await page.goto(`/terms/${id}`)
    await page.locator('.more-actions summary').click()
    await press(page, 'Stop following')
    await noticeOf(page, 'unfollowed').waitFor()

    await service.sql`update terms set is_stale = true`
    const other = await service.open('/mine', { as: ada, ...visit })
    const waiting = other.locator('.part', { hasText: 'Waiting for you' })
    await waiting.getByText(`${bo.email} proposed a change to SLA`).waitFor()
    await waiting.getByRole('link', { name: 'Decide about SLA' }).waitFor()
    await press(other, 'Still right SLA')
    await noticeOf(other, 'confirmed').waitFor()
  })
}

for (const { variant, visit } of variants) {
  test(`opening a term from the inbox reads its entry: ${variant}`, async (service) => {
    const { ada, id } = await busyOwner(service)
    const page = await service.open('/inbox', { as: ada, ...visit })
    const edited = page.locator('.record', { hasText: 'changed the definition' })
    assert.is(await edited.locator('.diff > p').innerText(), '<b>New</b>.')
    await edited.getByRole('link', { name: 'SLA' }).click()
    await page.waitForURL(!visit.isPlain ? `**/terms/${id}` : `**/terms/${id}?entry=*`)
    assert.is(await unread(page), 'Inbox 1 unread')
    await page.goto('/inbox?unread=true')
    assert.is(await page.locator('.record').count(), 1)
  })

  test(`a proposal is decided and a term confirmed in the inbox: ${variant}`, async (service) => {
    const { ada, bo, id } = await busyOwner(service)
    const page = await service.open('/inbox', { as: ada, ...visit })
    const proposed = page.locator('.record', { hasText: 'proposed a change' })
    assert.is(await proposed.locator('.diff > p').innerText(), 'Newer.')
    await proposed.getByRole('button', { name: 'Accept SLA' }).click()
    await noticeOf(page, 'accepted').waitFor()
    assert.match(pathOf(page), /^\/inbox/)
    assert.is(await unread(page), 'Inbox 1 unread')
    assert.is(await page.getByRole('button', { name: 'Accept SLA' }).count(), 0)
    await proposed.getByText('ada@example.com accepted this change').waitFor()

    const body = { version: 3, definition: 'Newest.' }
    await service.request('POST', `/api/v1/terms/${id}/proposals`, { as: bo, body })
    await markStale(service, id)
    const terms = service.sql.json([{ id, name: 'SLA' }])
    await service.sql`
      insert into inbox_entries (user_id, kind, detail)
      values (${ada.id}, 'stale', jsonb_build_object('total', 1, 'owned', true, 'terms', ${terms}::jsonb))`
    await page.goto('/inbox')
    await page.locator('summary', { hasText: 'Decline' }).click()
    await page.getByLabel('Why').fill('It was better.')
    await page.getByRole('button', { name: 'Decline change' }).click()
    await noticeOf(page, 'declined').waitFor()
    await page.getByRole('button', { name: 'Still right SLA' }).click()
    await noticeOf(page, 'confirmed').waitFor()
    assert.is(await page.getByRole('button', { name: 'Still right SLA' }).count(), 0)
    const [term] = await service.sql`select definition, is_stale from terms where id = ${id}`
    assert.equal({ ...term }, { definition: 'Newer.', is_stale: false })
  })
}

plain('whoever proposed a change reads once why it was declined', async (service) => {
  const { ada, bo, id } = await busyOwner(service)
  const { body } = await service.request('GET', `/api/v1/proposals?term_id=${id}`, { as: ada })
  const decline = { as: ada, body: { note: 'It was better.' } }
  await service.request('POST', `/api/v1/proposals/${body[0].id}/decline`, decline)
  const record = (await service.open('/inbox', { as: bo })).locator('.record', { hasText: 'declined your proposal' })
  assert.is((await record.innerText()).match(/It was better|declined this change/g)?.length, 1)
  assert.is(await record.locator('.diff > p').innerText(), 'Newer.')
})

plain('an owner sees which terms an import has changed', async (service) => {
  const [ada, editor] = [await service.person(), await service.person('editor')]
  for (const name of ['SLA', 'SLO', 'SEV']) await service.term(ada, { name })
  await service.request('POST', '/api/v1/import', {
    as: editor,
    headers: { 'content-type': 'text/csv' },
    body: 'name,definition\nSLA,Changed.\nSLO,Changed.\nQBR,New.\n',
  })
  const page = await service.open('/inbox', { as: ada })
  const record = page.locator('.record', { hasText: 'added or changed 2 terms' })
  assert.equal(await record.getByRole('link').allInnerTexts(), ['SLA', 'SLO'])
  await record.getByRole('link', { name: 'SLO' }).click()
  await page.getByRole('heading', { level: 1, name: 'SLO' }).waitFor()
})

for (const { variant, visit } of variants) {
  test(`reading an entry and deciding in it lead back to its place in a long inbox: ${variant}`, async (service) => {
    const { ada, id } = await busyOwner(service)
    await service.sql`
      insert into inbox_entries (user_id, kind, term_id, term_name, detail, created_at)
      select ${ada.id}, 'promoted', ${id}, 'T' || n, '{"to": "community"}', now() + n * interval '1 minute'
      from generate_series(1, 49) as n`
    const page = await service.open('/inbox?unread=true&offset=25', { as: ada, ...visit })
    await page.getByRole('button', { name: 'Mark as read Your term T9' }).click()
    await page.locator('.record', { hasText: 'T9' }).waitFor({ state: 'detached' })
    assert.is(pathOf(page), '/inbox?unread=true&offset=25')
    await page.goto('/inbox?offset=25')
    const read = page.locator('.record', { hasText: 'T5 is now' })
    await read.getByRole('button', { name: 'Mark as read' }).click()
    await read.getByText('New').waitFor({ state: 'detached' })
    assert.is(pathOf(page), '/inbox?offset=25')
    assert.is(new URL(page.url()).hash, `#${await read.getAttribute('id')}`)
    await page.locator('summary', { hasText: 'Decline' }).click()
    await page.getByLabel('Why').fill('It was better.')
    await page.getByRole('button', { name: 'Decline change' }).click()
    await noticeOf(page, 'declined').waitFor()
    assert.match(pathOf(page), /offset=25/)
    await page.goto('/inbox?unread=true&offset=25')
    assert.is(await page.locator('.record').count(), 23)
  })
}

plain('a link with the entry of somebody else reads nothing', async (service) => {
  const { ada, bo, id } = await busyOwner(service)
  const [entry] = await service.sql`select id from inbox_entries where user_id = ${ada.id} limit 1`
  await service.open(`/terms/${id}?entry=${entry?.id}`, { as: bo })
  const [row] = await service.sql`select read_at from inbox_entries where id = ${entry?.id}`
  assert.is(row?.read_at, null)
})

plain('without Slack, no page mentions it to a reader or promises a message', async (service) => {
  const { ada, id } = await busyOwner(service)
  for (const path of ['/', `/terms/${id}`, '/inbox', '/mine', '/tokens']) {
    const headers = { accept: 'text/html' }
    const { text } = await service.request('GET', path, { as: ada, headers })
    assert.not.match(text, /slack/i, path)
  }
})

scripted('links of one name in the inbox and in the news say which meaning they lead to', async (service) => {
  const [ada, bo] = [await service.person(), await service.person('editor')]
  for (const full_name of ['Service Level Agreement', 'Shipping Label Archive']) {
    const { id } = await service.term(ada, { name: 'SLA', full_name, definition: 'A.' })
    const body = { version: 1, definition: 'B.' }
    await service.request('PUT', `/api/v1/terms/${id}`, { as: bo, body })
  }
  for (const path of ['/inbox', '/news']) {
    const { text } = await service.request('GET', path, { as: ada })
    const named = path === '/inbox' ? />(SLA \([^<]*)</g : /aria-label="(SLA \([^"]*)"/g
    const labels = [...text.matchAll(named)].map(([, label]) => label)
    assert.equal(labels.sort(), ['SLA (Service Level Agreement)', 'SLA (Shipping Label Archive)'])
  }
  // Also where nothing else in the inbox has the name.
  const owner = await service.person()
  const { id } = await service.term(owner, { name: 'SLA', category: 'Legal', definition: 'A.' })
  await service.request('PUT', `/api/v1/terms/${id}`, { as: bo, body: { version: 1, definition: 'B.' } })
  const { text } = await service.request('GET', '/inbox', { as: owner })
  assert.match(text, />SLA \(Legal\)</)
})

plain('a report in the inbox says how it was settled, and why', async (service) => {
  const { ada, bo, id } = await busyOwner(service)
  const editor = await service.person('editor', 'eve@example.com')
  const path = `/api/v1/terms/${id}`
  async function report(reason: string) {
    const body = { reason }
    const answer = await service.request('POST', `${path}/dispute`, { as: bo, body })
    const [dispute] = (await service.request('GET', `${path}/disputes`, { as: bo })).body
    return { version: answer.body.version, resolve: `/api/v1/disputes/${dispute.id}/resolve` }
  }
  const first = await report('Is it?')
  const dismissal = { resolution: 'dismissed', note: 'It is.' }
  await service.request('POST', first.resolve, { as: editor, body: dismissal })
  const { version, resolve } = await report('Old.')
  const page = await service.open('/inbox', { as: ada })
  const entry = (text: string) => page.locator('.record', { hasText: text })
  await entry('Is it?').getByText('eve@example.com decided that the report was wrong').waitFor()
  assert.equal(await entry('Is it?').locator('blockquote').allInnerTexts(), ['Is it?', 'It is.'])
  assert.is(await page.getByRole('button', { name: 'Save and thank' }).count(), 1)
  const correction = { resolution: 'upheld', version, definition: 'Right.' }
  await service.request('POST', resolve, { as: editor, body: correction })
  await page.goto('/inbox')
  await entry('Old.').getByText('eve@example.com corrected it').waitFor()
  assert.match(await entry('Old.').locator('.diff').innerText(), /Right\./)
  const told = await service.open('/inbox', { as: bo })
  const thanks = told.locator('.record', { hasText: 'agreed with the problem that you reported' })
  assert.match(await thanks.locator('.diff').innerText(), /Right\./)
  const own = await service.open('/inbox', { as: editor })
  assert.is(await own.locator('.record', { hasText: 'corrected it' }).count(), 0)
  assert.is(await page.getByRole('button', { name: 'Save and thank' }).count(), 0)
})

plain('who has no terms yet reads one sentence and what to do', async (service) => {
  const page = await service.open('/mine', { as: await service.person() })
  assert.equal(await page.locator('main h2').allInnerTexts(), ['Your data'])
  assert.is(await page.getByText('No terms yet. Those that you add').count(), 1)
  assert.is(await page.getByRole('link', { name: 'Find terms to follow' }).getAttribute('href'), '/browse')
  await page.locator('main a', { hasText: 'Add a term' }).click()
  assert.is(pathOf(page), '/terms/new')
})

test.run()
