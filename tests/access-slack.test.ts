import * as assert from 'uvu/assert'
import { type Role, roles } from '../lib/schemas/user.ts'
import { addForm, addMeaningForm } from '../lib/slack/add-form.ts'
import { actions } from '../lib/slack/blocks.ts'
import { changeForm, proposeForm } from '../lib/slack/change-form.ts'
import { commandVerbs } from '../lib/slack/commands.ts'
import { everything } from './support/evidence.ts'
import { type SlackTestService, slackGlossary } from './support/slack-service.ts'
import { learnSecret } from './support/wanted.ts'
import { weeklySample } from './support/weekly-sample.ts'

const test = slackGlossary('access to the Slack bot')

type Outcome = 'done' | 'forbidden' | 'deactivated' | 'not a member' | 'ignored'
/** What a role may do with a term of another person. */
type Rule = Role | 'nobody' | 'ignored'

/** The text of each command, and the minimum role. A new command needs an entry here. */
const commands: Record<string, [text: string, rule: Rule]> = {
  help: ['help', 'viewer'],
  define: ['define SLA', 'viewer'],
  explain: ['explain Our SLA', 'viewer'],
  search: ['search promise', 'viewer'],
  add: ['add SLO -- A target.', 'viewer'],
  vote: ['vote SLA', 'viewer'],
  dispute: ['dispute SLA -- Wrong.', 'viewer'],
  list: ['list all', 'viewer'],
  export: ['export all', 'viewer'],
  token: ['token mine', 'viewer'],
}

/** A term of another person, with a proposal and a dispute of theirs. */
type Ids = { term: string; proposal: string; dispute: string }

/** The value of each button, and the minimum role. A new button needs an entry here. */
const buttons: Record<string, [value: (ids: Ids) => string, rule: Rule]> = {
  [actions.share]: [({ term }) => term, 'viewer'],
  [actions.vote]: [({ term }) => term, 'viewer'],
  [actions.dispute]: [({ term }) => JSON.stringify([term, null]), 'viewer'],
  [actions.define]: [() => 'SLA', 'viewer'],
  [actions.add]: [() => 'SLO', 'viewer'],
  [actions.ask]: [() => 'SLO', 'viewer'],
  [actions.addMeaning]: [
    () => JSON.stringify({ name: 'SLA', full_name: 'Second', definition: 'Another one.' }),
    'viewer',
  ],
  [actions.change]: [({ term }) => term, 'viewer'],
  [actions.confirm]: [({ term }) => term, 'editor'],
  [actions.claim]: [({ term }) => term, 'editor'],
  [actions.disown]: [({ term }) => term, 'nobody'], // only the owner
  [actions.open]: [() => '', 'ignored'], // a link
  [actions.accept]: [({ proposal }) => proposal, 'editor'],
  [actions.decline]: [({ proposal }) => proposal, 'editor'],
  [actions.uphold]: [({ dispute }) => dispute, 'editor'],
  [actions.dismiss]: [({ dispute }) => dispute, 'editor'],
}

/** The ID of the only shortcut is among those of the buttons. */
const shortcuts: readonly string[] = [actions.explain]
/** Those that decline something are opened by buttons, which are refused as the forms are. */
const forms: readonly string[] = [addForm, addMeaningForm, changeForm, proposeForm]

type Send = (service: SlackTestService, slackId: string, ids: Ids) => Promise<unknown>

const interaction =
  (payload: (ids: Ids) => object): Send =>
  ({ interact }, slackId, ids) =>
    interact({ user: { id: slackId }, ...payload(ids) })

const formValues = { name: { name: { value: 'SLO' } }, definition: { definition: { value: 'A target.' } } }

/** All requests, and the minimum role of each. */
const requests: Record<string, [send: Send, rule: Rule]> = {
  ...Object.fromEntries(
    Object.entries(commands).map(([verb, [text, rule]]) => [
      `the command ${verb}`,
      [({ command }, slackId) => command(slackId, text), rule] satisfies [Send, Rule],
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(buttons).map(([action_id, [value, rule]]) => [
      `the button ${action_id}`,
      [interaction((ids) => ({ type: 'block_actions', actions: [{ action_id, value: value(ids) }] })), rule] satisfies [
        Send,
        Rule,
      ],
    ]),
  ),
  ...Object.fromEntries(
    shortcuts.map((callback_id) => [
      `the shortcut ${callback_id}`,
      [interaction(() => ({ type: 'message_action', callback_id, message: { text: 'Our SLA' } })), 'viewer'] satisfies [
        Send,
        Rule,
      ],
    ]),
  ),
  ...Object.fromEntries(
    forms.map((callback_id) => [
      `the form ${callback_id}`,
      [
        interaction(({ term }) => ({
          type: 'view_submission',
          response_url: undefined,
          view: {
            callback_id,
            private_metadata: JSON.stringify({ id: term, version: 2 }),
            state: { values: formValues },
          },
        })),
        'viewer',
      ] satisfies [Send, Rule],
    ]),
  ),
  'a mention': [({ event }, user) => event({ type: 'app_mention', user, channel: 'C1', text: 'SLA' }), 'viewer'],
  'a direct message': [
    ({ event }, user) => event({ type: 'message', channel_type: 'im', user, channel: 'D1', text: 'SLA' }),
    'viewer',
  ],
  'opening the home': [
    ({ event }, user) => event({ type: 'app_home_opened', tab: 'home', user, channel: 'D1' }),
    'viewer',
  ],
}

const refusals: [text: RegExp, outcome: Outcome][] = [
  [/has been deactivated/, 'deactivated'],
  [/only full members of this Slack workspace/, 'not a member'],
  [/Only the owner|Only editors and admins|You do not own/, 'forbidden'],
]

/** Sends a request and returns what became of it, and everything that was said. */
async function ask(service: SlackTestService, send: Send, slackId: string, ids: Ids) {
  const before = service.slack.calls.length
  service.slack.responses.length = 0
  const answer = (await send(service, slackId, ids)) as { text: string }
  await service.sendAll()
  const calls = service.slack.calls.slice(before).filter(({ method }) => /^(chat|views)/.test(method))
  const said = JSON.stringify([answer.text, service.slack.responses, calls])
  assert.not.match(said, /Something went wrong/)
  const isSilent = answer.text === '' && service.slack.responses.length + calls.length === 0
  const [, refusal] = refusals.find(([text]) => text.test(said)) ?? []
  const outcome: Outcome = refusal ?? (isSilent ? 'ignored' : 'done')
  return { outcome, said }
}

async function addTerm(service: SlackTestService): Promise<Ids> {
  await service.sql`delete from terms`
  const as = await service.person()
  const { id } = await service.term(as, { name: 'SLA', definition: 'A promise.' })
  const path = `/api/v1/terms/${id}`
  const body = { version: 1, definition: 'A vow.' }
  const proposal = await service.request('POST', `${path}/proposals`, { as, body })
  await service.request('POST', `${path}/dispute`, { as })
  const { body: disputes } = await service.request('GET', `${path}/disputes`, { as })
  return { term: id, proposal: proposal.body.id, dispute: disputes[0].id }
}

/** What becomes of the requests; others than a viewer send those alone in which more is asked for. */
async function outcomes(service: SlackTestService, slackId: string, role: Role) {
  const seen: Record<string, Outcome> = {}
  for (const [what, [send]] of asked(role)) {
    const { outcome, said } = await ask(service, send, slackId, await addTerm(service))
    seen[what] = outcome
    assert.not.match(said, / is required/, what)
  }
  return seen
}

const asked = (role: Role) => Object.entries(requests).filter(([, [, rule]]) => role === 'viewer' || rule !== 'viewer')

function expected(role: Role): Record<string, Outcome> {
  const outcomeOf = (rule: Rule): Outcome => {
    if (rule === 'ignored') return 'ignored'
    if (rule === 'nobody') return 'forbidden'
    return roles.indexOf(role) >= roles.indexOf(rule) ? 'done' : 'forbidden'
  }
  return Object.fromEntries(asked(role).map(([what, [, rule]]) => [what, outcomeOf(rule)]))
}

test('every command, button and shortcut is covered', () => {
  assert.equal(Object.keys(commands).sort(), [...commandVerbs].sort())
  assert.equal([...Object.keys(buttons), ...shortcuts].sort(), [...Object.values(actions)].sort())
})

for (const role of roles) {
  test(`a ${role} can do what the role allows`, async (service) => {
    await service.colleague('U1', role)
    assert.equal(await outcomes(service, 'U1', role), expected(role))
  })
}

/** People who get nothing, whatever they send. */
const refused: Record<string, [open: (service: SlackTestService) => Promise<unknown>, Outcome]> = {
  'a deactivated admin': [
    async (service) => {
      const { id } = await service.colleague('U1', 'admin')
      await service.sql`update users set is_active = false where id = ${id}`
    },
    'deactivated',
  ],
  'a guest with the account of an admin': [
    async (service) => {
      await service.colleague('U1', 'admin')
      service.slack.users.set('U1', { name: 'Ada', profile: { is_restricted: true } })
    },
    'not a member',
  ],
  'a stranger without an account': [
    async (service) => service.slack.users.set('U1', { name: 'Eve', profile: { is_stranger: true } }),
    'not a member',
  ],
}

for (const [who, [open, expectedOutcome]] of Object.entries(refused)) {
  test(`${who} is refused everything, sees nothing and changes nothing`, async (service) => {
    await open(service)
    const ids = await addTerm(service)
    const state = async () => ({ ...(await everything(service)), outbox: undefined })
    const before = await state()
    for (const [what, [send]] of weeklySample(Object.entries(requests))) {
      const { outcome, said } = await ask(service, send, 'U1', ids)
      assert.is(outcome, expectedOutcome, what)
      assert.not.match(said, /promise/, what)
    }
    assert.equal(await state(), before)
    assert.equal([...(await service.sql`select from api_tokens`)], [])
  })
}

test('a viewer reads nowhere in Slack how people call a term, nor who they are', async (service) => {
  await service.colleague('U1')
  const ids = await addTerm(service)
  const secret = await learnSecret(service, 'SLA')
  const similar: Send = ({ command }, slackId) => command(slackId, 'secret projekt')
  for (const [what, [send]] of [...asked('viewer'), ['a similar name', [similar]]] as const) {
    const { said } = await ask(service, send, 'U1', ids)
    assert.not.match(said, secret.name, what)
    assert.not.match(said, secret.seekers, what)
  }
  const editor = await service.person('editor')
  const { text } = await service.request('GET', '/api/v1/review', { as: editor })
  assert.match(text, secret.name)
})

test.run()
