import { prompts } from '../../lib/mcp/prompts.ts'
import { resourceTemplates } from '../../lib/mcp/resources.ts'
import { tools } from '../../lib/mcp/tools.ts'
import { commandVerbs } from '../../lib/slack/commands.ts'
import { files } from './endpoint-forms.ts'
import { inForm, jsonSlots, type Parts, type Slot } from './input-slots.ts'
import { homeTeam } from './slack.ts'

/** The arguments of a tool, each with some value. */
const argumentsOf = (input: object) =>
  Object.fromEntries(Object.keys((input as { entries: object }).entries).map((name) => [name, 'text']))

/** The places for texts in messages to the MCP endpoint. */
export function agentMessages(maxBytes: number): Slot[] {
  const requests = [
    ...tools.map(({ name, input }) => ['tools/call', { name, arguments: argumentsOf(input) }]),
    ...prompts.map(({ name }) => ['prompts/get', { name, arguments: { text: 'text' } }]),
    ...resourceTemplates.flatMap(({ uriTemplate: uri }) => [
      ['resources/read', { uri: uri.replace('{name}', 'SLA') }],
      ['completion/complete', { ref: { type: 'ref/resource', uri }, argument: { name: 'name', value: 'SL' } }],
    ]),
    ['tools/list', { cursor: 'text' }],
  ] as [string, object][]
  const wrap = (body: string): Parts => ({ body, headers: { accept: 'application/json, text/event-stream' } })
  return requests.flatMap(([method, params]) =>
    jsonSlots(`message ${method}`, { jsonrpc: '2.0', id: 1, method, params }, maxBytes, wrap),
  )
}

const sender = { user: { id: 'U1', team_id: homeTeam }, team: { id: homeTeam } }
const field = (name: string) => ({ [name]: { [name]: { value: 'text' } } })
const interactions: Record<string, object> = {
  shortcut: {
    type: 'message_action',
    ...sender,
    callback_id: 'explain_jargon',
    message: { text: 'SLA' },
    response_url: 'RESPONSE-URL',
  },
  button: {
    type: 'block_actions',
    ...sender,
    actions: [{ action_id: 'vote_term', value: 'text' }],
    response_url: 'RESPONSE-URL',
  },
  form: {
    type: 'view_submission',
    ...sender,
    view: {
      callback_id: 'add_term',
      private_metadata: '',
      state: { values: Object.assign({}, ...['name', 'full_name', 'definition', 'category', 'aliases'].map(field)) },
    },
  },
}

const formType = 'application/x-www-form-urlencoded'

/** The places for texts in what Slack sends. `UNIQUE` and `RESPONSE-URL` are replaced when it is sent. */
export function slackMessages(maxBytes: number): Slot[] {
  const command = new URLSearchParams({
    command: '/glossary',
    team_id: homeTeam,
    user_id: 'U1',
    channel_id: 'C1',
    response_url: 'RESPONSE-URL',
    trigger_id: 'UNIQUE',
  })
  const event = { type: 'message', channel_type: 'im', user: 'U1', channel: 'D1', text: 'SLA' }
  const callback = { type: 'event_callback', event_id: 'UNIQUE', team_id: homeTeam, event }
  const texts = ['', ...commandVerbs.map((verb) => `${verb} `), 'add X -- ', 'add X (', 'dispute X -- ']
  return [
    ...texts.map((before) => ({
      what: `command ${before}`,
      maxBytes,
      encode: inForm,
      put: (text: string) => ({ body: `${command}&text=${before}${text}`, type: formType }),
    })),
    ...Object.entries(interactions).flatMap(([what, interaction]) => {
      const payload = { ...interaction, trigger_id: 'UNIQUE' }
      const wrap = (json: string) => ({ body: `payload=${inForm(json)}`, type: formType })
      // A sign can take three bytes in a form.
      return jsonSlots(what, payload, maxBytes / 3, wrap)
    }),
    ...jsonSlots('event', callback, maxBytes),
  ].filter(({ what }) => !what.endsWith('response_url'))
}

/** How long files are; they may have 20 MiB. */
const maxFileBytes = process.env.ATTACK_INPUTS === 'all' ? 4 * 1024 ** 2 : 512 * 1024

const part = (name: string) => `--part\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n`

/** The places for texts in files of every format. */
export function importedFiles(endpoint: string, types: readonly string[]): Slot[] {
  return types.flatMap((type) => {
    const plain = { maxBytes: maxFileBytes, encode: (text: string) => text }
    const between = (what: string, before: string, after = ''): Slot => ({
      ...plain,
      what: `${type}: ${what}`,
      put: (text) => ({
        body: before + text + after,
        type: type.startsWith('multipart/') ? (files[endpoint]?.type ?? type) : type,
        query: type.startsWith('multipart/') ? '' : 'dry_run=true',
      }),
    })
    if (type.startsWith('multipart/')) {
      return [
        between('form', ''),
        between('pasted cells', part('text'), '\r\n--part--\r\n'),
        between('a cell', `${part('text')}name,definition\r\nSLA,`, '\r\n--part--\r\n'),
        between('a field', `${part('text')}name,definition\r\nSLA,x\r\n${part('category')}`, '\r\n--part--\r\n'),
        between(
          'the name of a field',
          `${part('text')}name,definition\r\nSLA,x\r\n--part\r\ncontent-disposition: form-data; name="column:`,
        ),
      ]
    }
    if (type.endsWith('json')) {
      const wrap = (body: string) => ({ body, type, query: 'dry_run=true' })
      const row = { name: 'SLA', definition: 'A promise.', aliases: ['uptime'] }
      return [between('file', ''), ...jsonSlots('JSON', [row], maxFileBytes, wrap)]
    }
    if (type.endsWith('yaml')) {
      return [
        between('file', ''),
        between('a term', 'contexts:\n  - name: a\n    terms:\n      - name: '),
        between('a definition', 'contexts:\n  - terms:\n      - name: a\n        definition: '),
      ]
    }
    const separator = type.includes('tab') ? '\t' : ','
    const header = ['name', 'definition', 'aliases'].join(separator)
    return [
      between('file', ''),
      between('the header', `name${separator}`),
      between('rows', `${header}\n`),
      between('a name', `${header}\n`, `${separator}x`),
      between('aliases', `${header}\na${separator}b${separator}`),
      between('quoted', `${header}\na${separator}"`),
    ]
  })
}
