import * as assert from 'uvu/assert'
import { dispute, sent } from './support/outbox.ts'
import { buttonsOf, type Sent, textOf } from './support/slack-messages.ts'
import { type SlackTestService, slackGlossary } from './support/slack-service.ts'
import { setStatus } from './support/terms.ts'

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
  assert.is(first.text, '<@U2> reported a problem with your term R&amp;D. It is &lt;more&gt; than that.')
  assert.is(
    textOf(first),
    `<@U2> reported a problem with your term ${link}.\n> It is &lt;more&gt; than that.\nIts votes were reset. If the report is right, correct the definition.`,
  )
  assert.is(second.text, 'bob@example.com reported a problem with your term R&amp;D. They gave no reason.')
  assert.equal(labels(first), ['Update', 'Report was right'])
  await service.press('U1', buttonsOf(first)[1])
  assert.match((await service.answers())[0]?.text ?? '', /^Report accepted\. .*R&amp;D.* is known to be wrong/)
  const [row] = await service.sql`select resolution from disputes order by opened_at`
  assert.is(row?.resolution, 'upheld')
})

test('a message about one of several meanings of a name says which', async (service) => {
  const owner = await service.colleague('U1')
  const { id } = await service.term(owner, { name: 'CD', full_name: 'Continuous Delivery' })
  await service.term(owner, { name: 'CD', category: 'Law' })
  const single = await service.term(owner, { name: 'CI', full_name: 'Continuous Integration' })
  const bo = await service.colleague('U2')
  for (const each of [id, single.id]) {
    await dispute(service, bo, each, 'No.')
    await service.sendAll()
  }
  const texts = sent(service).map(([, { text }]) => text)
  assert.equal(texts, [
    '<@U2> reported a problem with your term CD (Continuous Delivery). No.',
    '<@U2> reported a problem with your term CI. No.',
  ])
})

const labels = (message: Sent) => buttonsOf(message).map(({ label }) => label)

/** Fills the form that asks why, which Slack was told to open last. */
function decline({ slack, interact }: SlackTestService, why: string) {
  const opened = slack.callsOf('views.open').at(-1)?.args.view as { [key: string]: unknown } | undefined
  const state = { values: { name: { note: { value: why } } } }
  const { callback_id, private_metadata } = opened ?? {}
  const view = { callback_id, private_metadata, state }
  const user = { id: 'U1' }
  return interact({ type: 'view_submission', user, response_url: undefined, view })
}

test('an owner who is an editor can dismiss a report', async (service) => {
  const owner = await service.colleague('U1', 'editor')
  const { id } = await service.term(owner, { name: 'SLA' })
  await setStatus(service, id, 'official', 12)
  const bo = await service.colleague('U2')
  await dispute(service, bo, id, 'Wrong.')
  await service.sendAll()
  const [[, message]] = sent(service) as [[string, Sent]]
  assert.equal(labels(message), ['Update', 'Report was right', 'Report was wrong'])
  await service.press('U1', buttonsOf(message)[2])
  const why = 'It is what the contract says.'
  assert.match((await decline(service, why)).text, /The votes of .*SLA.* are back/)
  await service.sendAll()
  const [to, told] = sent(service).at(-1) as [string, Sent]
  assert.match(textOf(told), `> ${why}`)
  assert.equal([to, told.text], ['U2', '<@U1> decided that there is no problem with SLA, which you had reported.'])
  const { body } = await service.request('GET', `/api/v1/terms/${id}`, { as: bo })
  assert.equal([body.status, body.vote_count], ['official', 12])
})

test('an owner sees what is proposed, and accepts or declines it', async (service) => {
  const owner = await service.colleague('U1')
  const bo = await service.colleague('U2')
  const { id } = await service.term(owner, { name: 'SLA', definition: 'A promise.' })
  const propose = async (body: object) => {
    await service.request('POST', `/api/v1/terms/${id}/proposals`, { as: bo, body })
    await service.sendAll()
    return (sent(service).at(-1) as [string, Sent])[1]
  }
  const first = await propose({ version: 1, definition: 'A <vow>.', category: null, note: 'Nicer.' })
  const link = `<http://localhost:8000/terms/${id}|SLA>`
  assert.is(textOf(first), `<@U2> proposed a change to your term ${link}.\n> Nicer.\n*Definition*\nA &lt;vow&gt;.`)
  assert.equal(labels(first), ['Accept', 'Decline', 'Compare'])
  await service.press('U2', buttonsOf(first)[0])
  assert.match((await service.answers()).at(-1)?.text ?? '', /Only the owner/)
  await service.press('U1', buttonsOf(first)[0])
  assert.match((await service.answers()).at(-1)?.text ?? '', /is part of SLA now/)
  await service.press('U1', buttonsOf(first)[1])
  assert.match((await service.answers()).at(-1)?.text ?? '', /already decided/)

  const second = await propose({ version: 2, definition: 'Nothing.' })
  await service.press('U1', buttonsOf(second)[1])
  assert.match((await decline(service, ' ')).text, /"errors":.*must be 1 to 500/)
  assert.match((await decline(service, 'Too short.')).text, /SLA.* stays as it is/)
  await service.sendAll()
  const [to, told] = sent(service).at(-1) as [string, Sent]
  assert.is(to, 'U2')
  assert.match(textOf(told), /declined your proposal for .*\n> Too short\./)

  const third = await propose({ version: 2, definition: 'Mine.' })
  const body = { version: 2, definition: 'Theirs.' }
  await service.request('PUT', `/api/v1/terms/${id}`, { as: owner, body })
  await service.press('U1', buttonsOf(third)[0])
  assert.match((await service.answers()).at(-1)?.text ?? '', /has changed since/)
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
      ['U1', 'Your term SLA is now a community term.', `Your term ${link} is now a community term.`],
      ['U1', 'Your term SLA is now official.', `Your term ${link} is now official.`],
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
  assert.is(message.text, '2 of your terms may be out of date. Still right?')
  assert.equal(
    buttonsOf(message).map(({ label }) => label),
    [...Array(2).fill(['Confirm', 'Update', 'Give up ownership'])].flat(),
  )
  const [confirm, , , , , stopOwning] = buttonsOf(message)
  for (const button of [confirm, stopOwning]) await service.press('U1', button)
  assert.equal(
    (await service.answers()).map(({ text }) => text.slice(0, 9)),
    ['Thank you', 'You no lo'],
  )
})

test.run()
