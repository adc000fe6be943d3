import * as assert from 'uvu/assert'
import { auditActions } from '../lib/schemas/audit.ts'
import { eventGroups, labelOf, verbOf } from '../lib/schemas/events.ts'
import { auditedRequests } from './support/audited-requests.ts'
import { type PlainTestService, pages, pathOf, variants } from './support/browser.ts'
import type { FlowPage } from './support/flow-page.ts'
import { openDetails } from './support/usability.ts'

const test = pages('page of the audit log')
const { plain, scripted } = test

const listEvents = async (page: FlowPage) =>
  (await page.locator('.event').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))
const objects = (page: FlowPage) => page.locator('.event .object').allInnerTexts()

/** Ada and Eve each add a term and vote for the other's. */
async function someEvents(service: PlainTestService) {
  const as = await service.person('admin', 'ada@example.com')
  const eve = await service.person('viewer', 'eve@example.com')
  const [sla, slo] = [await service.term(as, { name: 'SLA' }), await service.term(eve, { name: 'SLO' })]
  await service.request('POST', `/api/v1/terms/${slo.id}/vote`, { as })
  await service.request('POST', `/api/v1/terms/${sla.id}/vote`, { as: eve })
  return { as, eve, sla, slo }
}

const all = [
  'just now eve@example.com voted for SLA Details of what happened to SLA',
  'just now ada@example.com voted for SLO Details of what happened to SLO',
  'just now eve@example.com added SLO Details of what happened to SLO',
  'just now ada@example.com added SLA Details of what happened to SLA',
]

for (const { variant, visit } of variants) {
  test(`events can be filtered by action, user and object, ${variant}`, async (service) => {
    const { as, eve, sla } = await someEvents(service)
    const page = await service.open('/admin/audit', { as, ...visit })
    const shown = () => listEvents(page)
    const lasting = all.slice(2)
    assert.equal(await shown(), lasting)
    await page.getByLabel('Term', { exact: true }).fill('slo')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.waitForURL(/term=slo/)
    assert.equal(await shown(), all.slice(2, 3))
    await page.goto('/admin/audit')
    await page.getByLabel('Logins and votes, too').check()
    await page.getByRole('button', { name: 'Show' }).click()
    await page.locator('.event').nth(3).waitFor()
    assert.equal(await shown(), all)

    await page.getByLabel('Action').selectOption('Vote')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.locator('.event').nth(1).waitFor()
    await page.waitForURL(/action=term\.voted/)
    assert.equal(await shown(), all.slice(0, 2))

    await page.locator('.event').getByRole('link', { name: 'eve@example.com' }).click()
    await page.waitForURL(/actor_id=/)
    assert.is(pathOf(page), `/admin/audit?action=term.voted&actor_id=${eve.id}`)
    assert.match(await page.locator('.active-filters').innerText(), 'By eve@example.com')
    assert.equal(await shown(), all.slice(0, 1))
    assert.is(await page.getByLabel('Action').inputValue(), 'term.voted')

    await page.getByLabel('Action').selectOption('All actions')
    await page.getByLabel('Logins and votes, too').check()
    await page.getByRole('button', { name: 'Show' }).click()
    await page.waitForURL(/routine=true/)
    assert.equal(await shown(), [all[0], all[2]])

    await page.locator('.event').getByRole('link', { name: 'SLA', exact: true }).click()
    await page.waitForURL(/target_id=/)
    assert.is(pathOf(page), `/admin/audit?actor_id=${eve.id}&target_id=${sla.id}&routine=true`)
    assert.match(await page.locator('.active-filters').innerText(), 'About SLA')
    assert.equal(await shown(), [all[0]])

    await page.getByRole('link', { name: 'Show all users' }).click()
    await page.waitForURL(`**/admin/audit?target_id=${sla.id}&routine=true`)
    assert.equal(await shown(), [all[0], all[3]])
    await page.getByRole('link', { name: 'Show all objects' }).click()
    await page.waitForURL('**/admin/audit?routine=true')
    assert.equal(await shown(), all)
  })
}

scripted('the URL contains the filter, and Back undoes it', async (service) => {
  const { as } = await someEvents(service)
  const page = await service.open('/admin/audit', { as })
  await page.getByLabel('Action').selectOption('Term added')
  await page.getByRole('button', { name: 'Show' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/audit?action=term.created')
  await page.locator('.event').nth(1).waitFor()
  assert.is(await page.locator('#announcement').innerText(), '2 total')
  assert.is(await page.evaluate(() => document.activeElement?.id), 'show-events')
  const elsewhere = await service.open(pathOf(page), { as })
  assert.equal(await objects(elsewhere), ['SLO', 'SLA'])
  await page.goBack()
  await page.waitForURL((url) => url.search === '')
  await page.locator('.event').nth(1).waitFor()
})

plain('every action has a verb of its own and is in the filter', async () => {
  const chosen = eventGroups.flatMap(({ labels }) => labels.map(([action]) => action))
  assert.equal([...chosen].sort(), [...auditActions].sort())
  assert.is(new Set(auditActions.map(labelOf)).size, auditActions.length)
  assert.is(new Set(auditActions.map(verbOf)).size, auditActions.length)
})

scripted('events read as sentences', async (service) => {
  const as = await service.person('admin', 'admin@example.com')
  const ada = await service.person('viewer', 'ada@example.com')
  for (const request of await auditedRequests(service, as, ada)) await request.send()
  const page = await service.open('/admin/audit', { as })
  const sentences = await page.locator('.event > p:not(.fine)').allInnerTexts()
  const wanted = [
    'admin@example.com started the job staleness',
    'admin@example.com activated ada@example.com',
    'admin@example.com revoked the token bot',
    'admin@example.com deactivated ada@example.com',
    'admin@example.com changed the role of ada@example.com from viewer to editor',
    'admin@example.com deleted the webhook 8.8.8.8',
    'admin@example.com created the webhook 8.8.8.8',
    'admin@example.com revoked the embed key wiki',
    'admin@example.com created the embed key intranet',
    'admin@example.com disconnected the agent Claude Code',
    'admin@example.com revoked the token a token',
    'ada@example.com created the token bot',
    'admin@example.com deleted SLA',
    'admin@example.com resolved a report about SLA',
    'ada@example.com reported a problem with SLA and moved it from official to pending',
    'admin@example.com made SLA official',
  ]
  const read = sentences.map((text) => text.replace(/\s+/g, ' ').trim())
  assert.equal(read.slice(0, wanted.length), wanted)
  await openDetails(page)
  const dispute = page.locator('.event', { hasText: 'reported a problem' })
  assert.match(await dispute.locator('dl').innerText(), 'It means something else.')
  const deletion = page.locator('.event', { hasText: 'deleted SLA' })
  assert.is(await deletion.getByRole('link', { name: 'Open term' }).count(), 0)
  assert.is(await dispute.getByRole('link', { name: 'Open term SLA' }).count(), 1)
})

plain('changes of status, role and owner name the old value before the new one', async (service) => {
  const as = await service.person('admin', 'ada@example.com')
  const eve = await service.person('viewer', 'eve@example.com')
  const { id } = await service.term(as, { name: 'SLA' })
  const events: [action: string, payload: object, sentence: string][] = [
    ['term.promoted', { name: 'SLA', to: 'community', from: 'pending' }, 'promoted SLA from pending to community'],
    ['term.official', { name: 'SLA', to: 'official', from: 'community' }, 'made SLA official'],
    [
      'user.role_changed',
      { email: 'eve@example.com', to: 'admin', from: 'editor' },
      'changed the role of eve@example.com from editor to admin',
    ],
    ['term.claimed', { name: 'SLA', to: as.id, from: eve.id }, 'became the owner of SLA'],
    ['term.claimed', { name: 'SLA', to: null, from: as.id }, 'stopped owning SLA'],
    ['term.claimed', { name: 'SLA', to: eve.id, from: null }, 'changed the owner of SLA'],
  ]
  for (const [action, payload] of events) {
    await service.sql`insert into audit_events (action, actor_id, target_type, target_id, payload)
    values (${action}, ${as.id}, 'term', ${id}, ${service.sql.json(payload as never)})`
  }
  const page = await service.open('/admin/audit', { as })
  const sentences = await page.locator('.event > p:not(.fine)').allInnerTexts()
  const texts = sentences.map((text) => text.replace(/\s+/g, ' ').trim())
  const expected = events.map(([, , sentence]) => `ada@example.com ${sentence}`).reverse()
  assert.equal(texts.slice(0, events.length), expected)
  assert.not.match(await page.getByRole('main').innerText(), /\bto\s+(community|admin)\s+from\b/i)
})

scripted('events without a user name who caused them', async (service) => {
  const as = await service.person('admin')
  await service.sql`insert into audit_events (action, payload) values
    ('auth.login_failed', '{"method": "slack", "client": "192.0.2.7", "reason": "state_mismatch"}'),
    ('term.created', '{"name": "OKR", "source": "discovery"}')`
  const page = await service.open('/admin/audit', { as })
  await openDetails(page)
  const [created, failed] = await listEvents(page)
  assert.match(created ?? '', /Discovery added OKR.*Source\s?discovery/i)
  assert.match(failed ?? '', /Unknown user failed to log in .*192\.0\.2\.7.*state_mismatch/)
})

plain('the pager keeps the filter', async (service) => {
  const as = await service.person('admin')
  await service.sql`insert into audit_events (action, actor_id, payload)
    select case when n % 2 = 0 then 'auth.login' else 'auth.login_failed' end, ${as.id}, '{}'
    from generate_series(1, 60) n`
  const page = await service.open('/admin/audit?action=auth.login', { as })
  await page.getByRole('link', { name: 'Next' }).click()
  await page.locator('.pager', { hasText: '26–30 of 30' }).waitFor()
  assert.is(pathOf(page), '/admin/audit?action=auth.login&offset=25')
  assert.is(await page.locator('.event').count(), 5)
  await page.reload()
  assert.is(await page.locator('.event').count(), 5)
})

plain('an empty result links to all events; an invalid filter is rejected', async (service) => {
  const { as } = await someEvents(service)
  const page = await service.open('/admin/audit?action=term.deleted', { as })
  await page.getByText('No events match.').first().waitFor()
  await page.getByRole('link', { name: 'Show all events' }).click()
  await page.locator('.event').nth(1).waitFor()
  const nobody = '00000000-0000-4000-8000-000000000000'
  const other = await service.open(`/admin/audit?actor_id=${nobody}`, { as })
  await other.getByText('By an unknown user').waitFor()
  await service.open('/admin/audit?actor_id=x', { as, status: 422 })
  const unknown = await service.open('/admin/audit?action=nonsense', { as })
  await unknown.getByText('There is no action “nonsense”').waitFor()
  assert.match(await unknown.getByLabel('Action').innerText(), /Term added/)
})

scripted('of several users with a name, one is chosen', async (service) => {
  const { as, eve } = await someEvents(service)
  const other = await service.person('viewer', 'eve.other@example.com')
  await service.sql`update users set display_name = 'Eve' where id in (${eve.id}, ${other.id})`
  const page = await service.open('/admin/audit', { as })
  await page.getByLabel('User').fill('eve')
  await page.getByRole('button', { name: 'Show' }).click()
  await page.locator('.empty').getByText('Several users have the name “eve”.').waitFor()
  await page.getByRole('link', { name: 'Eve, eve.other@example.com' }).waitFor()
  await page.getByRole('link', { name: 'Eve, eve@example.com' }).click()
  await page.locator('.event').nth(0).waitFor()
  await page.getByRole('button', { name: 'Show' }).click()
  await page.waitForURL(new RegExp(`actor_id=${eve.id}`))
  assert.is(await page.locator('.event').count(), 1)
  assert.is(await page.getByLabel('User').inputValue(), 'eve@example.com')
})

scripted('events are filtered by the name of a user and by time', async (service) => {
  const { as, eve } = await someEvents(service)
  const page = await service.open('/admin/audit', { as })
  await page.getByLabel('User').fill('EVE@example.com')
  await page.getByRole('button', { name: 'Show' }).click()
  await page.waitForURL(new RegExp(`actor_id=${eve.id}`))
  await page.locator('.empty, .event').nth(0).waitFor()
  assert.is(await page.locator('.event').count(), 1)
  await page.getByLabel('User').fill('nobody')
  await page.getByRole('button', { name: 'Show' }).click()
  await page.locator('.empty').getByText('No user has the name “nobody”.').waitFor()
  assert.is(await page.getByLabel('User').inputValue(), 'nobody')
  assert.is(pathOf(page), '/admin/audit?user=nobody')
  await page.goto('/admin/audit?until=2020-01-01')
  await page.getByText('No events match.').waitFor()
  await page.goto('/admin/audit?since=2020-01-01')
  assert.is(await page.locator('.event').count(), 2)
  // Both days are included.
  const today = new Date().toISOString().slice(0, '2026-11-25'.length)
  await page.goto(`/admin/audit?since=${today}&until=${today}`)
  assert.is(await page.locator('.event').count(), 2)
})

test.run()
