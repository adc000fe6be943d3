import * as assert from 'uvu/assert'
import { buttonsOf, textOf } from './support/slack-messages.ts'
import { type SlackTestService, slackGlossary } from './support/slack-service.ts'
import { setStatus } from './support/terms.ts'
import type { Person } from './support/test-service.ts'

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
  const values = Object.fromEntries(Object.entries(entries).map(([field, value]) => [field, { [field]: { value } }]))
  return service.interact({
    type: 'view_submission',
    user: { id: 'U1' },
    response_url: undefined,
    view: { ...form, state: { values } },
  })
}

type Block = { block_id: string; element?: { action_id: string; initial_value?: string } }

/** Submits the form that an answer shows, as it is, but for some fields. */
const resubmit = (
  service: SlackTestService,
  view: Form & { blocks: Block[] },
  changes: Record<string, string> = {},
) => {
  const fields = view.blocks.flatMap(({ block_id, element }) => {
    if (!element) return []
    const { action_id, initial_value = '' } = element
    return [[block_id, { [action_id]: { value: changes[action_id] ?? initial_value } }]]
  })
  const { callback_id, private_metadata } = view
  const state = { values: Object.fromEntries(fields) }
  return service.interact({
    type: 'view_submission',
    user: { id: 'U1' },
    response_url: undefined,
    view: { callback_id, private_metadata, state },
  })
}

const read = async ({ request }: SlackTestService, as: Person, id: string) =>
  (await request('GET', `/api/v1/terms/${id}`, { as })).body

/** Three people vote: the term becomes a community term in version 2. */
async function voteThrice(service: SlackTestService, id: string) {
  for (const as of [await service.person(), await service.person(), await service.person()]) {
    await service.request('POST', `/api/v1/terms/${id}/vote`, { as })
  }
  const voted = await read(service, await service.person(), id)
  assert.equal([voted.status, voted.version], ['community', 2])
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
  const same = await submit(service, formOf(term.id, 2), { definition: 'A vow.' })
  assert.match(textOf(same.body.view), 'You changed nothing')
})

test('a form is taken although votes have changed the status since', async (service) => {
  const owner = await service.colleague('U1')
  const term = await service.term(owner, { name: 'SLA', definition: 'A promise.', aliases: ['pact'] })
  await voteThrice(service, term.id)
  assert.match(textOf((await submit(service, formOf(term.id))).body.view), 'You changed nothing')
  const saved = await submit(service, formOf(term.id), { definition: 'A vow.' })
  assert.match(textOf(saved.body.view), 'Saved:')
  const { definition, version } = await read(service, owner, term.id)
  assert.equal([definition, version], ['A vow.', 3])
})

test('a change of a term that votes have protected since becomes a proposal', async (service) => {
  const { owner, term } = await known(service)
  await voteThrice(service, term.id)
  const refused = await submit(service, formOf(term.id), { definition: 'A vow.' })
  assert.is(refused.body.view.callback_id, 'propose_change')
  const proposed = await resubmit(service, refused.body.view)
  assert.match(textOf(proposed.body.view), 'Proposed.')
  const { body } = await service.request('GET', '/api/v1/proposals?status=open', { as: owner })
  assert.equal(body[0].changes, { definition: { from: 'A promise.', to: 'A vow.' } })
})

/** The owner changes the term in the meantime. */
const editMeanwhile = async ({ request }: SlackTestService, as: Person, id: string, edit: Record<string, unknown>) => {
  const { status } = await request('PUT', `/api/v1/terms/${id}`, { as, body: { version: 1, ...edit } })
  assert.is(status, 200)
}

test('a conflict shows both texts, and the form can be saved then', async (service) => {
  const { owner, term } = await known(service)
  await editMeanwhile(service, owner, term.id, { definition: 'A debt.', category: 'Legal' })
  const refused = await submit(service, formOf(term.id), { definition: 'A vow.' })
  const { view } = refused.body
  const shown = textOf(view)
  assert.match(shown, `${owner.email} changed this term while you were writing.`)
  assert.match(shown, '*Definition* is now:\nA debt.')
  assert.match(shown, 'The form has their texts for what you did not change: Category.')
  assert.is((await read(service, owner, term.id)).definition, 'A debt.')
  // Slack keeps what was typed into a field with the same ID, and would save the old category.
  const blocks = view.blocks.map(({ block_id }: Block) => block_id)
  assert.not(blocks.includes('category'))
  const invalid = await resubmit(service, view, { name: ' ' })
  assert.equal(Object.keys(invalid.body.errors), ['name.2'])
  const saved = await resubmit(service, view)
  assert.match(textOf(saved.body.view), 'Saved:')
  const { definition, category, version } = await read(service, owner, term.id)
  assert.equal([definition, category, version], ['A vow.', 'Legal', 3])
})

test('changes of different fields do not overlap', async (service) => {
  const { owner, term } = await known(service)
  await editMeanwhile(service, owner, term.id, { category: 'Legal' })
  const refused = await submit(service, formOf(term.id), { definition: 'A vow.' })
  assert.match(textOf(refused.body.view), 'The two changes do not overlap.')
  await resubmit(service, refused.body.view)
  const { definition, category } = await read(service, owner, term.id)
  assert.equal([definition, category], ['A vow.', 'Legal'])
})

test('a conflict with a text that is too long for Slack leads to the web', async (service) => {
  const { owner, term } = await known(service)
  await editMeanwhile(service, owner, term.id, { definition: 'x'.repeat(3001) })
  const refused = await submit(service, formOf(term.id), { full_name: 'Service Level Agreement' })
  assert.match(refused.body.errors.name, /too long for Slack.*\/terms\/[0-9a-f-]+\/edit/)
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
  assert.match(JSON.stringify([answer.text, service.slack.responses]), 'too long for a form in Slack')
  assert.is(service.slack.callsOf('views.open').length, 0)
})

test.run()
