import * as assert from 'uvu/assert'
import { dispute, disputed, sent } from './support/outbox.ts'
import { slackGlossary } from './support/slack-service.ts'

const test = slackGlossary('delivery of messages')

test('admins can list messages newest first and filter them by state', async (service) => {
  const admin = await service.person('admin')
  const owner = await service.colleague('U1')
  await disputed(service, owner, 'A')
  await service.sendAll()
  await disputed(service, await service.person('viewer', 'nobody@example.com'), 'B')
  await service.sendAll()
  await disputed(service, owner, 'C')
  const list = (query = '') => service.request('GET', `/api/v1/admin/messages${query}`, { as: admin })
  const { status, body, headers } = await list()
  assert.is(status, 200)
  assert.is(headers.get('x-total-count'), '3')
  const summaries = body.map((each: Record<string, unknown>) => [
    ...[each.state, each.kind, each.user_name, each.attempts, each.error],
    ...[each.delivered_at !== null, each.failed_at !== null],
  ])
  const kind = 'disputed'
  assert.equal(summaries, [
    ['waiting', kind, owner.email, 0, null, false, false],
    ['failed', kind, 'nobody@example.com', 1, 'Slack: users_not_found', false, true],
    ['delivered', kind, owner.email, 1, null, true, false],
  ])
  assert.is(body[2].user_id, owner.id)
  assert.not('payload' in body[0])
  for (const [i, state] of ['waiting', 'failed', 'delivered'].entries()) {
    const filtered = await list(`?state=${state}`)
    assert.equal(filtered.body, [body[i]])
    assert.is(filtered.headers.get('x-total-count'), '1')
  }
  assert.equal((await list('?limit=1&offset=1')).body, [body[1]])
  const beyond = await list('?offset=9')
  assert.equal([beyond.body, beyond.headers.get('x-total-count')], [[], '3'])
  assert.is((await list('?state=lost')).status, 422)
  const asEditor = await service.request('GET', '/api/v1/admin/messages', { as: await service.person('editor') })
  assert.is(asEditor.status, 403)
})

test('messages and their list show users without a display name by the part of their email address before the @', async (service) => {
  const owner = await service.colleague('U1')
  const disputer = await service.person('viewer', 'ada@example.com')
  await service.sql`update users set display_name = null`
  const { id } = await service.term(owner, { name: 'SLA' })
  await dispute(service, disputer, id)
  await service.sendAll()
  const [message] = sent(service)
  assert.match(message?.[1].text ?? '', /^ada reported a problem with your term SLA/)
  const as = await service.person('admin')
  const { body } = await service.request('GET', '/api/v1/admin/messages', { as })
  assert.is(body[0].user_name, owner.email.split('@')[0])
})

test.run()
