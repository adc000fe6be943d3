import * as assert from 'uvu/assert'
import { buttonsOf, textOf } from './support/slack-messages.ts'
import { type SlackTestService, slackGlossary } from './support/slack-service.ts'
import { setStatus } from './support/terms.ts'

const test = slackGlossary('changing a term in Slack')

async function known(service: SlackTestService) {
  await service.colleague('U1')
  const owner = await service.person()
  const fields = { name: 'SLA', definition: 'A promise.', aliases: ['pact'] }
  return { owner, term: await service.term(owner, fields) }
}

/** Presses the button below the definition of a term. */
async function press(service: SlackTestService, name: string) {
  const { body } = await service.command('U1', name)
  return service.press(
    'U1',
    buttonsOf(body).find(({ label }) => label === 'Change'),
  )
}

type Form = { callback_id: string; private_metadata: string }

/** Submits a form with its fields as they were, but for some. */
const submit = (service: SlackTestService, form: Form, changes: Record<string, string> = {}) => {
  const entries = { name: 'SLA', definition: 'A promise.', aliases: 'pact', ...changes }
  const values = Object.fromEntries(
    Object.entries(entries).map(([field, value]) => [field, { [field]: { value } }]),
  )
  return service.interact({
    ...{ type: 'view_submission', user: { id: 'U1' }, response_url: undefined },
    view: { ...form, state: { values } },
  })
}

const formOf = (id: string, version = 1): Form => ({
  callback_id: 'change_term',
  private_metadata: JSON.stringify({ id, version }),
})

test('the form shows the term, and saves the change of whoever may edit it', async (service) => {
  const { owner, term } = await known(service)
  await press(service, term.name)
  const [opened] = service.slack.callsOf('views.open')
  const shown = JSON.stringify(opened)
  assert.match(shown, 'A promise.')
  assert.match(shown, 'pact')
  const saved = await submit(service, formOf(term.id), { definition: 'A vow.' })
  assert.match(textOf(saved.body.view), 'Saved:')
  const { body } = await service.request('GET', `/api/v1/terms/${term.id}`, { as: owner })
  assert.equal([body.definition, body.version, body.aliases], ['A vow.', 2, term.aliases])
  const stale = await submit(service, formOf(term.id), { definition: 'Another.' })
  assert.match(stale.body.errors.name, 'Someone else changed the term.')
  const same = await submit(service, formOf(term.id, 2), { definition: 'A vow.' })
  assert.match(textOf(same.body.view), 'You changed nothing')
})

test('a refused change becomes a proposal with one click', async (service) => {
  const { owner, term } = await known(service)
  await setStatus(service, term.id, 'official', 12)
  const change = { definition: 'A vow.' }
  const refused = await submit(service, formOf(term.id), change)
  const { view } = refused.body
  assert.equal(
    [refused.body.response_action, view.callback_id, view.submit.text],
    ['update', 'propose_change', 'Propose change'],
  )
  assert.match(JSON.stringify(view), 'A vow.')
  const proposed = await submit(service, view, change)
  assert.match(textOf(proposed.body.view), 'Proposed.')
  const { body } = await service.request('GET', '/api/v1/proposals?status=open', { as: owner })
  assert.equal(body[0].changes, { definition: { from: 'A promise.', to: 'A vow.' } })
  const { body: live } = await service.request('GET', `/api/v1/terms/${term.id}`, { as: owner })
  assert.is(live.definition, 'A promise.')
})

test('a term that is too long for Slack is changed on the web', async (service) => {
  await service.colleague('U1')
  const term = await service.term(await service.person(), { definition: 'x'.repeat(3001) })
  const answer = await press(service, term.name)
  assert.match(
    JSON.stringify([answer.text, service.slack.responses]),
    'too long for a form in Slack',
  )
  assert.is(service.slack.callsOf('views.open').length, 0)
})

test.run()
