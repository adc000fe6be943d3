import * as assert from 'uvu/assert'
import { actions } from '../lib/slack/blocks.ts'
import { everything } from './support/evidence.ts'
import { buttonsOf, textOf } from './support/slack-messages.ts'
import { type SlackTestService, slackGlossary } from './support/slack-service.ts'

const test = slackGlossary('buttons in Slack')
test.before.each(async (service) => void (await service.colleague('U1')))

/** Finds the button with this label in the response to a command. */
async function buttonOf(service: SlackTestService, command: string, label: string) {
  const { body } = await service.command('U1', command)
  return buttonsOf(body).find((button) => button.label === label)
}

test('a press is acknowledged immediately and answered at its response URL', async (service) => {
  await service.term(await service.person(), { name: 'SLA' })
  const answer = await service.press('U1', await buttonOf(service, 'SLA', 'Vote'))
  assert.is(answer.status, 200)
  assert.is(answer.text, '')
  assert.equal(await service.answers(), [
    { text: 'Thank you. Your vote was counted. 2 more votes to community.', response_type: 'ephemeral' },
  ])
  assert.is(service.slack.responses[0]?.id, 'interaction')
})

test('a shared definition is posted to the channel with the name of the user who shared it', async (service) => {
  await service.term(await service.person(), { name: 'SLA', definition: 'A promise.' })
  await service.press('U1', await buttonOf(service, 'SLA', 'Share in channel'))
  const [shared] = (await service.answers()) as Record<string, unknown>[]
  assert.is(shared?.response_type, 'in_channel')
  assert.is(shared?.replace_original, false)
  const text = textOf(shared as never)
  assert.match(text, '*SLA*\nA promise.\n')
  assert.match(text, 'Shared by <@U1>')
  assert.equal(buttonsOf(shared as never), [])
})

test('the button of a similar name shows its definition', async (service) => {
  await service.term(await service.person(), { name: 'Kubernetes', definition: 'A herd.' })
  await service.press('U1', await buttonOf(service, 'kubernets', 'Kubernetes'))
  const [answer] = await service.answers()
  assert.match(textOf(answer as never), '*Kubernetes*\nA herd.')
})

test('the Add term button opens the form with the name filled in', async (service) => {
  await service.press('U1', await buttonOf(service, 'R&amp;D', 'Add term'))
  assert.equal(await service.answers(), [])
  const [call] = service.slack.callsOf('views.open')
  const view = call?.args.view as { blocks: { element: { initial_value?: string } }[] }
  assert.equal(
    view.blocks.map(({ element }) => element.initial_value),
    ['R&D', ...Array(6).fill(undefined)],
  )
})

test('if Slack does not open the form, the user learns how to add the term without it', async (service) => {
  const add = await buttonOf(service, 'SLA', 'Add term')
  service.slack.overrides.set('views.open', [{ error: 'expired_trigger_id' }, { status: 500 }])
  for (let i = 0; i < 2; i++) await service.press('U1', add)
  const [first, second] = await service.answers()
  assert.match(first?.text ?? '', /Slack did not open the form.*`add NAME \(Full Name\) -- def/)
  assert.equal(second, first)
})

test('an owner can confirm a term and stop owning it', async (service) => {
  const owner = await service.colleague('U2')
  const { id } = await service.term(owner, { name: 'SLA' })
  await service.sql`update terms set is_stale = true`
  const button = (action_id: string) => ({ label: '', action_id, value: id })
  await service.press('U2', button('confirm_term'))
  await service.press('U2', button('disown_term'))
  await service.press('U1', button('claim_term'))
  assert.equal(
    (await service.answers()).map(({ text }) => text),
    [
      'Thank you. The term is confirmed.',
      'You no longer own this term. The editors will be asked to review it.',
      'Thank you. You now own this term, and it is confirmed.',
    ],
  )
  const [term] = await service.sql`
    select is_stale, messaging_user_id from terms t join users u on u.id = t.owner_id`
  assert.equal({ ...term }, { is_stale: false, messaging_user_id: 'U1' })
})

test('buttons of deleted terms and terms of other users explain that and change nothing', async (service) => {
  const owner = await service.colleague('U2')
  const { id } = await service.term(owner, { name: 'SLA' })
  const before = await everything(service)
  const gone = '00000000-0000-4000-8000-000000000000'
  for (const [action_id, value] of [
    ['vote_term', gone],
    ['share_term', gone],
    ['dispute_term', JSON.stringify([gone, null])],
    ['confirm_term', id],
    ['disown_term', id],
    ['claim_term', id],
  ] as const) {
    await service.press('U1', { label: '', action_id, value })
  }
  const answers = await service.answers()
  assert.equal(
    answers.map(({ text }) => text),
    [
      ...Array(3).fill('This term does not exist.'),
      'Only the owner, editors and admins can confirm this term.',
      'You do not own this term.',
      'Only editors and admins can become the owner of a term that has one, and of a community or official term.',
    ],
  )
  const { outbox: _, ...rest } = await everything(service)
  const { outbox: __, ...restBefore } = before
  assert.equal(rest, restBefore)
})

test('a link button and an unknown button get no message', async (service) => {
  for (const action_id of ['open_term', 'something_else']) {
    const answer = await service.press('U1', { label: '', action_id })
    assert.is(answer.status, 200)
  }
  assert.equal(await service.answers(), [])
})

const idButtons = [...['share', 'vote', 'dispute', 'change', 'confirm', 'disown', 'claim', 'accept']] as const
const decisions = ['decline', 'uphold', 'dismiss', 'addMeaning'] as const

test('a button whose value is not what we write gets a refusal, and no error is logged', async (service) => {
  for (const action of [...idButtons, ...decisions]) {
    for (const value of ['', 'SLA', '[', '["SLA",null]', '[1,2]', 'x'.repeat(2000), '0'.repeat(36)]) {
      const button = { label: '', action_id: actions[action], value }
      assert.is((await service.press('U1', button)).status, 200)
    }
  }
  const errors = service.logs.map((line) => JSON.parse(line)).filter(({ level }) => level === 'error')
  assert.equal(errors, [])
  assert.is((await service.answers()).length, 7 * (idButtons.length + decisions.length))
})

test('a button without a response URL is answered by direct message', async (service) => {
  const { id } = await service.term(await service.person(), { name: 'SLA' })
  await service.interact({
    type: 'block_actions',
    user: { id: 'U1' },
    response_url: undefined,
    actions: [{ action_id: 'vote_term', value: id }],
  })
  assert.equal(await service.answers(), [])
  const [call] = service.slack.callsOf('chat.postMessage')
  assert.is(call?.args.channel, 'U1')
  assert.match(call?.args.text as string, /Your vote was counted/)
})

test.run()
