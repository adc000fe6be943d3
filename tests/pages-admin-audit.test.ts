import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { actionGroups, deeds } from '../lib/pages/admin/audit-words.ts'
import { auditActions } from '../lib/schemas/admin.ts'
import { auditedRequests } from './support/audited-requests.ts'
import { addressOf, type BrowserTestService, pages } from './support/browser.ts'
import { flaws, hostile, isIntruded } from './support/usability.ts'

const test = pages('page of the audit log')

const told = async (page: Page) =>
  (await page.locator('.event').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))
const objects = (page: Page) => page.locator('.event .object').allInnerTexts()

/** Ada and Eve add a term each and vote for the other's. */
async function someEvents(service: BrowserTestService) {
  const as = await service.person('admin', 'ada@example.com')
  const eve = await service.person('viewer', 'eve@example.com')
  const [sla, slo] = [
    await service.term(as, { name: 'SLA' }),
    await service.term(eve, { name: 'SLO' }),
  ]
  await service.request('POST', `/api/v1/terms/${slo.id}/vote`, { as })
  await service.request('POST', `/api/v1/terms/${sla.id}/vote`, { as: eve })
  return { as, eve, sla, slo }
}

const all = [
  'just now eve@example.com voted for SLA STATUSpending VOTE COUNT1 THE TERM SLA',
  'just now ada@example.com voted for SLO STATUSpending VOTE COUNT1 THE TERM SLO',
  'just now eve@example.com added SLO THE TERM SLO',
  'just now ada@example.com added SLA THE TERM SLA',
].map((text) => text.toLowerCase())

for (const javaScriptEnabled of [true, false]) {
  test(`it tells who did what, and is filtered by action, person and thing, JavaScript ${javaScriptEnabled}`, async (service) => {
    const { as, eve, sla } = await someEvents(service)
    const page = await service.open('/admin/audit', { as, javaScriptEnabled })
    const shown = async () =>
      (await told(page)).map((text) => text.toLowerCase().replace(/\s*:?\s+/g, ' '))
    const flat = all.map((text) => text.replace(/(status|count)/g, '$1 '))
    assert.equal(await shown(), flat)

    await page.getByLabel('What was done').selectOption('Vote')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.locator('.event').nth(1).waitFor()
    await page.waitForURL(/action=term\.voted/)
    assert.equal(await shown(), flat.slice(0, 2))

    await page.locator('.event').getByRole('link', { name: 'eve@example.com' }).click()
    await page.waitForURL(/actor_id=/)
    assert.is(addressOf(page), `/admin/audit?action=term.voted&actor_id=${eve.id}`)
    assert.match(await page.locator('.chosen').innerText(), 'By eve@example.com')
    assert.equal(await shown(), flat.slice(0, 1))
    assert.is(await page.getByLabel('What was done').inputValue(), 'term.voted')

    await page.getByLabel('What was done').selectOption('Anything')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.waitForURL((url) => !url.searchParams.get('action'))
    if (javaScriptEnabled) assert.is(addressOf(page), `/admin/audit?actor_id=${eve.id}`)
    assert.equal(await shown(), [flat[0], flat[2]])

    await page.locator('.event').getByRole('link', { name: 'SLA', exact: true }).click()
    await page.waitForURL(/target_id=/)
    assert.is(addressOf(page), `/admin/audit?actor_id=${eve.id}&target_id=${sla.id}`)
    assert.match(await page.locator('.chosen').innerText(), 'About SLA')
    assert.equal(await shown(), [flat[0]])

    await page.getByRole('link', { name: 'By anybody' }).click()
    await page.waitForURL(`**/admin/audit?target_id=${sla.id}`)
    assert.equal(await shown(), [flat[0], flat[3]])
    await page.getByRole('link', { name: 'About anything' }).click()
    await page.waitForURL((url) => url.search === '')
    assert.equal(await shown(), flat)
  })
}

test('the address of what one has found finds it again, and the browser goes back', async (service) => {
  const { as } = await someEvents(service)
  const page = await service.open('/admin/audit', { as })
  await page.getByLabel('What was done').selectOption('Term added')
  await page.getByRole('button', { name: 'Show' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/audit?action=term.created')
  await page.locator('.event').nth(1).waitFor()
  assert.is(await page.locator('#announcement').innerText(), '2 in all')
  assert.is(await page.evaluate(() => document.activeElement?.id), 'show-events')
  const elsewhere = await service.open(addressOf(page), { as })
  assert.equal(await objects(elsewhere), ['SLO', 'SLA'])
  await page.goBack()
  await page.waitForURL((url) => url.search === '')
  await page.locator('.event').nth(3).waitFor()
})

test('every action has words of its own, and can be chosen', async () => {
  const chosen = actionGroups.flatMap(({ actions }) => actions.map(([action]) => action))
  assert.equal([...chosen].sort(), [...auditActions].sort())
  const labels = actionGroups.flatMap(({ actions }) => actions.map(([, label]) => label))
  assert.is(new Set(labels).size, labels.length)
  assert.is(new Set(Object.values(deeds).map(String)).size, auditActions.length)
})

test('whatever is done can be read there, in words', async (service) => {
  const as = await service.person('admin', 'admin@example.com')
  const ada = await service.person('viewer', 'ada@example.com')
  for (const deed of await auditedRequests(service, as, ada)) await deed.send()
  const page = await service.open('/admin/audit', { as })
  const sentences = await page.locator('.event div > p:first-child').allInnerTexts()
  const wanted = [
    'admin@example.com started the job staleness',
    'admin@example.com activated ada@example.com',
    'admin@example.com deactivated ada@example.com',
    'admin@example.com changed the role of ada@example.com',
    'admin@example.com revoked the token a token',
    'ada@example.com created the token bot',
    'admin@example.com deleted SLA',
    'ada@example.com disputed SLA',
    'admin@example.com made SLA official',
  ]
  const read = sentences.map((text) => text.replace(/\s+/g, ' ').trim())
  assert.equal(read.slice(0, wanted.length), wanted)
  const dispute = page.locator('.event', { hasText: 'disputed' })
  assert.match(await dispute.locator('dl').innerText(), 'It means something else.')
  const deletion = page.locator('.event', { hasText: 'deleted' })
  assert.is(await deletion.getByRole('link', { name: 'The term' }).count(), 0)
  assert.is(await dispute.getByRole('link', { name: 'The term SLA' }).count(), 1)
})

test('what nobody known did is told as such', async (service) => {
  const as = await service.person('admin')
  await service.sql`insert into audit_events (action, payload) values
    ('auth.login_failed', '{"method": "slack", "client": "192.0.2.7", "reason": "state_mismatch"}'),
    ('term.created', '{"name": "OKR", "source": "discovery"}')`
  const page = await service.open('/admin/audit', { as })
  const [created, failed] = await told(page)
  assert.match(created ?? '', /The service added OKR SOURCE\s?discovery/i)
  assert.match(failed ?? '', /Somebody unknown could not log in .*192\.0\.2\.7.*state_mismatch/)
})

test('a long text is all there, and opens', async (service) => {
  const as = await service.person('admin')
  const definition = `${'What it means. '.repeat(200)}The end.`
  const { id } = await service.term(as, { definition })
  await service.request('DELETE', `/api/v1/terms/${id}`, { as })
  const page = await service.open('/admin/audit?action=term.deleted', {
    as,
    javaScriptEnabled: false,
  })
  const seen = () => page.locator('.details').innerText()
  assert.not.match(await seen(), 'The end.')
  await page.locator('.details summary').click()
  assert.match(await seen(), 'The end.')
})

test('many come in pages, with their filter', async (service) => {
  const as = await service.person('admin')
  await service.sql`insert into audit_events (action, actor_id, payload)
    select case when n % 2 = 0 then 'auth.login' else 'auth.login_failed' end, ${as.id}, '{}'
    from generate_series(1, 60) n`
  const page = await service.open('/admin/audit?action=auth.login', { as })
  await page.getByRole('link', { name: 'Next' }).click()
  await page.locator('.pager', { hasText: '26–30 of 30' }).waitFor()
  assert.is(addressOf(page), '/admin/audit?action=auth.login&offset=25')
  assert.is(await page.locator('.event').count(), 5)
  await page.reload()
  assert.is(await page.locator('.event').count(), 5)
})

test('where nothing matches it leads back; a filter that cannot be is told', async (service) => {
  const { as } = await someEvents(service)
  const page = await service.open('/admin/audit?action=term.deleted', { as })
  await page.getByText('No event matches.').first().waitFor()
  await page.getByRole('link', { name: 'See all of them' }).click()
  await page.locator('.event').nth(3).waitFor()
  const nobody = '00000000-0000-4000-8000-000000000000'
  const other = await service.open(`/admin/audit?actor_id=${nobody}`, { as })
  await other.getByText('By somebody unknown').waitFor()
  await service.open('/admin/audit?actor_id=x', { as, status: 422 })
})

test('whatever people have written stays text', async (service) => {
  const as = await service.person('admin')
  await service.sql`update users set display_name = ${hostile} where id = ${as.id}`
  const { id } = await service.term(as, { name: hostile, definition: hostile })
  await service.request('POST', `/api/v1/terms/${id}/dispute`, { as, body: { reason: hostile } })
  await service.request('DELETE', `/api/v1/terms/${id}`, { as })
  const keys = { [hostile]: hostile, name: 'javascript:alert(1)', list: [hostile, { x: hostile }] }
  await service.sql`insert into audit_events (action, target_type, target_id, payload)
    values ('term.updated', 'term', ${id}, ${service.sql.json(keys)})`
  for (const path of ['/admin/audit', `/admin/audit?target_id=${id}&actor_id=${as.id}`]) {
    const page = await service.open(path, { as })
    assert.ok((await page.getByRole('main').innerText()).includes(hostile))
    assert.is(await isIntruded(page), false)
  }
})

test('everybody can use it, in any light and at any width', async (service) => {
  const { as, sla } = await someEvents(service)
  const long = { name: 'W'.repeat(120), definition: 'x'.repeat(4000) }
  await service.sql`insert into audit_events (action, target_type, target_id, payload)
    values ('term.deleted', 'term', ${sla.id}, ${service.sql.json(long)})`
  const paths = [
    '/admin/audit',
    `/admin/audit?target_id=${sla.id}`,
    '/admin/audit?action=auth.login',
  ]
  assert.equal(await flaws(service, as, paths), [])
})

test.run()
