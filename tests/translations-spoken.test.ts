import * as assert from 'uvu/assert'
import { apiToken } from './support/credentials.ts'
import { connectAgent, mcpToken, type Result } from './support/mcp-client.ts'
import { read } from './support/slack-messages.ts'
import { slackGlossary } from './support/slack-service.ts'
import { type Person, type TestService, threeLanguages } from './support/test-service.ts'

// Translations where agents and Slack ask.
const test = slackGlossary('translations for agents and in Slack', {
  ...threeLanguages,
  SERVICE_MCP_BEARER_TOKEN: mcpToken,
})

const german = { language: 'de', name: 'Dienstgüte', full_name: null, definition: 'Eine Zusage.', is_outdated: false }

/** Adds SLA, which is translated into German, and SLO, which is not. */
async function addTerms(service: TestService) {
  const as = await service.person()
  const { id } = await service.term(as, { name: 'SLA', full_name: 'Service Level Agreement', definition: 'A promise.' })
  await service.term(as, { name: 'SLO', definition: 'An objective.' })
  const { language, is_outdated: _, ...draft } = german
  await service.request('PUT', `/api/v1/terms/${id}/translations/${language}`, { as, body: { ...draft, version: 1 } })
  const outdate = () =>
    service.request('PUT', `/api/v1/terms/${id}`, { as, body: { version: 2, definition: 'A firm promise.' } })
  return { as, id, outdate }
}

const choose = (service: TestService, as: Person, language: string | null) =>
  service.request('PATCH', '/api/v1/me', { as, body: { language } })

type Said = { name: string; translation?: unknown }

/** What each tool says of SLA and SLO; undefined where there is no such field. */
async function askTools(service: TestService, token: string, args: object = {}) {
  const agent = await connectAgent(service, token)
  await agent.listTools()
  const ask = async (name: string, given: object) =>
    ((await agent.callTool({ name, arguments: { ...given, ...args } })) as Result).structuredContent as Record<
      string,
      Said[]
    > &
      Said
  const of = (list: readonly Said[] | undefined, name: string) => list?.find((each) => each.name === name)?.translation
  const lists = [
    (await ask('search_terms', { query: 'sl' })).items,
    (await ask('explain_text', { text: 'An SLA and an SLO.' })).terms,
  ]
  const [sla, slo] = [await ask('get_term', { name: 'SLA' }), await ask('get_term', { name: 'SLO' })]
  await agent.close()
  return [[sla.translation, slo.translation], ...lists.map((list) => [of(list, 'SLA'), of(list, 'SLO')])]
}

const all = (sla: unknown, slo: unknown) => Array(3).fill([sla, slo])

test('tools have translations in the language that the agent asks for, or that its person has chosen', async (service) => {
  const { as, outdate } = await addTerms(service)
  const { token } = await apiToken(service, as, ['read'])
  assert.equal(await askTools(service, token), all(undefined, undefined))
  for (const language of ['de', 'de-CH', 'DE'])
    assert.equal(await askTools(service, token, { language }), all(german, null), language)
  assert.equal(await askTools(service, mcpToken, { language: 'de' }), all(german, null), 'the shared token')
  for (const language of [null, '', ' '])
    assert.equal(await askTools(service, token, { language }), all(undefined, undefined))
  await choose(service, as, 'de')
  assert.equal(await askTools(service, token), all(german, null))
  assert.equal(await askTools(service, token, { language: 'fr' }), all(null, null))
  assert.equal(await askTools(service, mcpToken), all(undefined, undefined), 'nobody has chosen nothing')
  await outdate()
  assert.equal(await askTools(service, token), all({ ...german, is_outdated: true }, null))
})

test('a name of a translation is found by agents without a language, and a language that there is not is refused', async (service) => {
  await addTerms(service)
  const agent = await connectAgent(service)
  await agent.listTools()
  const found = (await agent.callTool({ name: 'get_term', arguments: { name: 'Dienstgüte' } })) as Result
  assert.equal([found.structuredContent?.name, found.structuredContent?.translation], ['SLA', undefined])
  const calls = { get_term: { name: 'SLA' }, search_terms: { query: 'SLA' }, explain_text: { text: 'SLA' } }
  for (const [name, given] of Object.entries(calls)) {
    const refused = (await agent.callTool({ name, arguments: { ...given, language: 'it' } })) as Result
    assert.equal([refused.isError, refused.content[0]?.text], [true, 'This glossary is in en, de, fr.'], name)
  }
  await agent.close()
})

const inSlack = (service: TestService & { slack: { users: Map<string, object> } }, locale: string) =>
  service.slack.users.set('U1', { name: 'Ada', email: 'u1@example.com', isEmailConfirmed: true, locale })

test('Slack answers in the language of its user, if the glossary has it', async (service) => {
  const { outdate } = await addTerms(service)
  inSlack(service, 'de-DE')
  const answer = await service.command('U1', 'SLA')
  assert.is(answer.body.text, 'Dienstgüte: Service Level Agreement')
  const said = read(answer)
  assert.match(said, '*Dienstgüte* · SLA (Service Level Agreement)\nEine Zusage.\nGerman translation.\n')
  assert.match(read(await service.command('U1', 'was ist SLO')), 'An objective.')
  for (const command of ['search sla', 'list', 'explain Our SLA']) {
    const text = read(await service.command('U1', command))
    assert.match(
      text,
      /\|Dienstgüte> · SLA \(Service Level Agreement\): Eine Zusage\. _.* · German translation\._/,
      command,
    )
  }
  await outdate()
  assert.match(read(await service.command('U1', 'Dienstgüte')), 'The English text has changed since.')
})

test('what a person has chosen comes before the language of their Slack, and a language that there is not is none', async (service) => {
  await addTerms(service)
  inSlack(service, 'de-DE')
  const as = await service.colleague('U1')
  const definition = async () => /(Eine Zusage|A promise)\./.exec(read(await service.command('U1', 'SLA')))?.[1]
  assert.is(await definition(), 'Eine Zusage')
  await choose(service, as, 'fr')
  assert.is(await definition(), 'A promise')
  await choose(service, as, 'de')
  assert.is(await definition(), 'Eine Zusage')
  service.slack.users.set('U2', { name: 'Bo', email: 'u2@example.com', isEmailConfirmed: true, locale: 'it-IT' })
  assert.match(read(await service.command('U2', 'SLA')), 'A promise.')
})

test('what is shared in a channel is what the glossary itself says', async (service) => {
  const { id } = await addTerms(service)
  inSlack(service, 'de-DE')
  await service.press('U1', { type: 'button', action_id: 'share_term', value: id, label: 'Share in channel' } as never)
  const [shared] = service.slack.responses.map(({ message }) => JSON.stringify(message))
  assert.match(shared ?? '', 'A promise.')
  assert.not.match(shared ?? '', 'Zusage')
})

test.run()
