import * as assert from 'uvu/assert'
import { pages } from './support/browser.ts'

const test = pages('details of audit events')
const { plain } = test

plain('the fields of an event are in words', async (service) => {
  const as = await service.person('admin')
  const { id } = await service.term(as, { name: 'SLA' })
  const pair = { name: 'SLA', two_meanings_with: id }
  const resolved = { resolution: 'upheld', from: 'pending', to: 'community' }
  const events: [action: string, payload: object, sentence: string][] = [
    ['term.dismissed', pair, 'kept both meanings of SLA'],
    ['term.restored', pair, 'took back the decision to keep both meanings of SLA'],
    [
      'dispute.resolved',
      { name: 'SLA', term_id: id, note: null, ...resolved },
      'resolved a report about SLA and moved it from pending to community DecisionReport was right',
    ],
    [
      'term.confirmed',
      { name: 'SLA', is_stale: { from: true, to: false } },
      'confirmed SLA May be out of datechanged from “yes” to “no”',
    ],
    [
      'term.merged',
      { name: 'SLA', into_name: 'SLO', aliases: [{ name: 'Slas', kind: 'misspelling' }] },
      'merged SLA into SLO Other namesSlas (misspelling)',
    ],
    ['webhook.created', { name: 'x', events: ['term.voted'] }, 'created the webhook x EventsVote'],
  ]
  for (const [action, payload] of events) {
    await service.sql`insert into audit_events (action, actor_id, payload)
      values (${action}, ${as.id}, ${service.sql.json(payload as never)})`
  }
  const page = await service.open('/admin/audit', { as })
  const textOf = (event: HTMLElement) =>
    ['p:not(.fine)', 'dl'].map((each) => event.querySelector(each)?.textContent ?? '').join(' ')
  const read = await Promise.all((await page.locator('.event').all()).map((event) => event.evaluate(textOf)))
  const wanted = events.map(([, , sentence]) => sentence).reverse()
  const said = read.map((text) => text.replace(/\s+/g, ' ').replace(/^\S+ /, '').trim())
  assert.equal(said.slice(0, wanted.length), wanted)
})

plain('long values are collapsed', async (service) => {
  const as = await service.person('admin')
  const definition = `${'What it means. '.repeat(200)}The end.`
  const { id } = await service.term(as, { definition })
  await service.request('DELETE', `/api/v1/terms/${id}`, { as })
  const page = await service.open('/admin/audit?action=term.deleted', { as })
  const seen = () => page.locator('.details').innerText()
  await page.locator('.event-more > summary').click()
  assert.not.match(await seen(), 'The end.')
  await page.locator('.details summary').click()
  assert.match(await seen(), 'The end.')
})

plain('the page shows which words an edit changed, and who accepted it by name', async (service) => {
  const admin = await service.person('admin', 'root@example.com')
  const [ada, bo] = [await service.person('viewer', 'ada@example.com'), await service.person()]
  const { id } = await service.term(ada, { name: 'SLA', definition: 'What we promise.' })
  const { body } = await service.request('POST', `/api/v1/terms/${id}/proposals`, {
    as: bo,
    body: { version: 1, definition: 'What we owe.' },
  })
  await service.request('POST', `/api/v1/proposals/${body.id}/accept`, { as: ada, body: {} })
  const page = await service.open('/admin/audit?action=term.updated', { as: admin })
  const event = page.locator('.event')
  await event.locator('summary').click()
  assert.equal([await event.locator('del').innerText(), await event.locator('ins').innerText()], ['promise', 'owe'])
  assert.match(await event.innerText(), /accepted by\s+ada@example\.com/i)
  assert.not.match(await event.innerText(), ada.id)
})

test.run()
