import * as assert from 'uvu/assert'
import { prompts } from '../lib/mcp/prompts.ts'
import { resourceTemplates } from '../lib/mcp/resources.ts'
import { tools } from '../lib/mcp/tools.ts'
import { roles } from '../lib/schemas/user.ts'
import { apiToken, bearer, cookie } from './support/credentials.ts'
import { everything } from './support/evidence.ts'
import { mcpToken } from './support/mcp-client.ts'
import { connect } from './support/oauth-agent.ts'
import { glossary, type TestService } from './support/test-service.ts'
import { learnSecret } from './support/wanted.ts'
import { weeklySample } from './support/weekly-sample.ts'

const test = glossary('access to MCP', { SERVICE_MCP_BEARER_TOKEN: mcpToken })

/** Arguments with which each tool, resource and prompt finds the term SLA. A new one needs an entry here. */
const toolArguments: Record<string, object> = {
  get_term: { name: 'SLA' },
  search_terms: { query: 'promise' },
  list_terms: {},
  explain_text: { text: 'Our SLA' },
}
const promptArguments: Record<string, object> = { explain_jargon: { text: 'Our SLA' } }
const resourceUris: Record<string, string> = { 'glossary://terms/{name}': 'glossary://terms/SLA' }

/** Requests that return data of the glossary. */
const reads = Object.fromEntries([
  ...tools.map(({ name }) => [
    `tool ${name}`,
    { method: 'tools/call', params: { name, arguments: toolArguments[name] } },
  ]),
  ...prompts.map(({ name }) => [
    `prompt ${name}`,
    { method: 'prompts/get', params: { name, arguments: promptArguments[name] } },
  ]),
  ...resourceTemplates.flatMap(({ uriTemplate: uri }) => [
    [`resource ${uri}`, { method: 'resources/read', params: { uri: resourceUris[uri] } }],
    [
      `completion of ${uri}`,
      {
        method: 'completion/complete',
        params: { ref: { type: 'ref/resource', uri }, argument: { name: 'name', value: 'SL' } },
      },
    ],
  ]),
]) as Record<string, object>

const initialize = {
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'tests', version: '1' } },
}

const requests: Record<string, object> = {
  ...reads,
  initialize,
  ...Object.fromEntries(
    ['ping', 'tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'].map((method) => [
      method,
      { method },
    ]),
  ),
}

type Headers = Record<string, string>
type Credential = (service: TestService) => Headers | Promise<Headers>

const tokenOf =
  (role: (typeof roles)[number], scope: string): Credential =>
  async (service) =>
    bearer((await apiToken(service, await service.person(role), [scope])).token)

/** All kinds of credentials, and what they get (contract, section 9). */
const credentials: Record<string, [credential: Credential, outcome: string]> = {
  'no credential': [() => ({}), '401 unauthenticated'],
  'a wrong token': [() => bearer('wrong'), '401 invalid_credentials'],
  'a longer shared token': [() => bearer(`${mcpToken}x`), '401 invalid_credentials'],
  'an unknown API token': [() => bearer(`glo_${'A'.repeat(43)}`), '401 invalid_credentials'],
  'the shared token': [() => bearer(mcpToken), 'granted'],
  'the shared token as a password': [
    () => ({ authorization: `Basic ${btoa(`mcp:${mcpToken}`)}` }),
    '401 invalid_credentials',
  ],
  ...Object.fromEntries(
    roles.flatMap((role) =>
      ['read', 'write'].map((scope) => [
        `an API token of ${role} with the scope ${scope}`,
        [tokenOf(role, scope), 'granted'],
      ]),
    ),
  ),
  'the API token of a deactivated user': [
    async (service) => {
      const ada = await service.person('admin')
      const { token } = await apiToken(service, ada)
      await service.sql`update users set is_active = false where id = ${ada.id}`
      return bearer(token)
    },
    '401 invalid_credentials',
  ],
  'a revoked API token': [
    async (service) => {
      const { id, token } = await apiToken(service, await service.person('admin'))
      await service.sql`delete from api_tokens where id = ${id}`
      return bearer(token)
    },
    '401 invalid_credentials',
  ],
  'an unknown access token': [() => bearer('A'.repeat(43)), '401 invalid_credentials'],
  'the access token of an agent': [
    async (service) => bearer((await connect(service, await service.person())).access),
    'granted',
  ],
  'the refresh token of an agent': [
    async (service) => bearer((await connect(service, await service.person())).refresh),
    '401 invalid_credentials',
  ],
  'the access token of an agent for another address': [
    async (service) => {
      const { access } = await connect(service, await service.person())
      await service.sql`
        update oauth_state set payload = payload || '{"aud": "https://other.example/mcp"}'`
      return bearer(access)
    },
    '401 invalid_credentials',
  ],
  'a session': [async (service) => bearer((await service.person('admin')).session), '401 invalid_credentials'],
  'a session cookie': [async (service) => cookie(await service.person('admin')), '401 unauthenticated'],
  'a user ID': [async (service) => ({ 'x-user-id': (await service.person('admin')).id }), '401 unauthenticated'],
}

function post({ request }: TestService, message: object, headers: Headers) {
  const accept = 'application/json, text/event-stream'
  const body = { jsonrpc: '2.0', id: 1, ...message }
  return request('POST', '/mcp', { headers: { accept, ...headers }, body })
}

const addTerm = async (service: TestService) =>
  service.term(await service.person(), { name: 'SLA', definition: 'A promise.', category: 'SLA' })

test('every tool, prompt and resource is covered', () => {
  assert.equal(
    tools.map(({ name }) => name),
    Object.keys(toolArguments),
  )
  assert.equal(
    prompts.map(({ name }) => name),
    Object.keys(promptArguments),
  )
  assert.equal(
    resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    Object.keys(resourceUris),
  )
})

for (const [what, [credential, outcome]] of Object.entries(credentials)) {
  test(`${what}: ${outcome}`, async (service) => {
    await addTerm(service)
    const headers = await credential(service)
    for (const [name, message] of weeklySample(Object.entries(requests))) {
      const { status, body, text } = await post(service, message, headers)
      const isGranted = status === 200 && body.result && !body.result.isError
      assert.is(isGranted ? 'granted' : `${status} ${body.code}`, outcome, name)
      if (name in reads) assert.is(text.includes('SLA'), outcome === 'granted', name)
    }
  })
}

test('no request changes anything, even with the token of an admin', async (service) => {
  await addTerm(service)
  const headers = await tokenOf('admin', 'write')(service)
  const before = await everything(service)
  for (const message of Object.values(requests)) await post(service, message, headers)
  assert.equal(await everything(service), before)
})

test('no agent reads how people call a term, even with the token of an admin, nor who they are', async (service) => {
  await addTerm(service)
  const secret = await learnSecret(service, 'SLA')
  const headers = await tokenOf('admin', 'read')(service)
  const similar = { name: 'get_term', arguments: { name: 'secret projekt' } }
  for (const message of [...Object.values(requests), { method: 'tools/call', params: similar }]) {
    const { text } = await post(service, message, headers)
    assert.not.match(text, secret.name, JSON.stringify(message))
    assert.not.match(text, secret.seekers, JSON.stringify(message))
  }
})

test.run()
