import * as assert from 'uvu/assert'
import { dispute, sent } from './support/outbox.ts'
import { buttonsOf, type Sent, textOf } from './support/slack-messages.ts'
import { slackGlossary } from './support/slack-service.ts'

const test = slackGlossary('messages to owners')

test('an owner is notified who disputes their term, and why', async (service) => {
  const owner = await service.colleague('U1')
  const { id } = await service.term(owner, { name: 'R&D' })
  await dispute(service, await service.colleague('U2'), id, 'It is <more> than that.')
  await service.sendAll()
  await dispute(service, await service.person('viewer', 'bob@example.com'), id)
  await service.sendAll()
  const [[to, first], [, second]] = sent(service) as [[string, Sent], [string, Sent]]
  const link = `<http://localhost:8000/terms/${id}|R&amp;D>`
  assert.is(to, 'U1')
  assert.is(
    first.text,
    '<@U2> reported a problem with your term R&amp;D. It is &lt;more&gt; than that.',
  )
  assert.is(
    textOf(first),
    `<@U2> reported a problem with your term ${link}.\n> It is &lt;more&gt; than that.\nIts votes were reset. Update the definition, or confirm that it is right.`,
  )
  assert.is(
    second.text,
    'bob@example.com reported a problem with your term R&amp;D. They gave no reason.',
  )
  await service.press('U1', buttonsOf(first)[0])
  assert.match((await service.answers())[0]?.text ?? '', /The term is confirmed/)
})

test('an owner is notified when their term becomes a community term and when it becomes official', async (service) => {
  const owner = await service.colleague('U1')
  const { id } = await service.term(owner, { name: 'SLA' })
  for (let i = 0; i < 3; i++) {
    await service.request('POST', `/api/v1/terms/${id}/vote`, { as: await service.person() })
  }
  await service.sendAll()
  await service.sql`update terms set vote_count = 10`
  const editor = await service.person('editor')
  await service.request('POST', `/api/v1/terms/${id}/official`, { as: editor })
  await service.sendAll()
  const link = `<http://localhost:8000/terms/${id}|SLA>`
  assert.equal(
    sent(service).map(([to, message]) => [to, message.text, textOf(message)]),
    [
      [
        'U1',
        'Your term SLA is now a community term.',
        `Your term ${link} is now *a community term*.`,
      ],
      ['U1', 'Your term SLA is now official.', `Your term ${link} is now *official*.`],
    ],
  )
})

test('an owner of stale terms gets one message, with buttons for each', async (service) => {
  const owner = await service.colleague('U1')
  for (const name of ['SLA', 'SLO']) await service.term(owner, { name })
  await service.sql`update terms set last_confirmed_at = now() - interval '181 days'`
  const admin = await service.person('admin')
  await service.request('POST', '/api/v1/admin/jobs/staleness/run', { as: admin })
  await service.sendAll()
  const [[to, message], ...more] = sent(service) as [[string, Sent]]
  assert.is(to, 'U1')
  assert.equal(more, [])
  assert.is(message.text, '2 of your terms need review. Still correct?')
  assert.equal(
    buttonsOf(message).map(({ label }) => label),
    [...Array(2).fill(['Confirm', 'Update', 'Stop owning'])].flat(),
  )
  const [confirm, , , , , stopOwning] = buttonsOf(message)
  for (const button of [confirm, stopOwning]) await service.press('U1', button)
  assert.equal(
    (await service.answers()).map(({ text }) => text.slice(0, 9)),
    ['Thank you', 'You no lo'],
  )
})

test.run()
