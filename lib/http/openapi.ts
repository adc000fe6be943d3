import * as v from 'valibot'
import packageJson from '../../package.json' with { type: 'json' }
import { type ProblemStatus, titles } from '../problem.ts'
import * as admin from '../schemas/admin.ts'
import { AuditEvent } from '../schemas/audit.ts'
import * as dispute from '../schemas/dispute.ts'
import * as embedKey from '../schemas/embed-key.ts'
import * as imports from '../schemas/import.ts'
import * as inbox from '../schemas/inbox.ts'
import { toJsonSchema } from '../schemas/json-schema.ts'
import * as lookup from '../schemas/lookup.ts'
import { ProblemDocument } from '../schemas/problem.ts'
import * as proposal from '../schemas/proposal.ts'
import * as term from '../schemas/term.ts'
import * as token from '../schemas/token.ts'
import * as user from '../schemas/user.ts'
import { WantedName } from '../schemas/wanted.ts'
import * as webhook from '../schemas/webhook.ts'
import type { Contract, ResponseBody } from './endpoint.ts'
import { namesTerm } from './merged-terms.ts'
import { examples } from './openapi-examples.ts'

type Schema = v.GenericSchema
type Json = Record<string, unknown>

/** Schemas that the document defines once and refers to by name. */
const named: Record<string, Schema> = {
  Term: term.Term,
  NewTerm: term.NewTerm,
  TermEdit: term.TermEdit,
  TermUpdate: term.TermUpdate,
  Merge: term.Merge,
  Dispute: dispute.Dispute,
  Proposal: proposal.Proposal,
  InboxEntry: inbox.InboxEntry,
  Follows: inbox.Follows,
  TermList: term.TermList,
  Lookup: lookup.Lookup,
  TextToExplain: lookup.TextToExplain,
  Explanation: lookup.Explanation,
  VoteResult: term.VoteResult,
  HistoryEntry: term.HistoryEntry,
  User: user.User,
  ApiToken: token.ApiToken,
  NewApiToken: token.NewApiToken,
  TokenRequest: token.TokenRequest,
  EmbedKey: embedKey.EmbedKey,
  NewEmbedKey: embedKey.NewEmbedKey,
  EmbedKeyRequest: embedKey.EmbedKeyRequest,
  ImportResult: imports.ImportResult,
  ImportRecord: imports.ImportRecord,
  UndoneImport: imports.UndoneImport,
  Webhook: webhook.Webhook,
  NewWebhook: webhook.NewWebhook,
  WebhookRequest: webhook.WebhookRequest,
  WantedName,
  Stats: admin.Stats,
  AuditEvent,
  JobRun: admin.JobRun,
  Problem: ProblemDocument,
}

/**
 * Describes the API as OpenAPI 3.1.
 *
 * @param contracts those of all endpoints; hidden ones are left out
 * @returns the document as JSON
 */
export function describeApi(contracts: readonly Contract[]): string {
  const paths: Record<string, Json> = {}
  for (const contract of contracts.filter(({ hidden }) => !hidden)) {
    const path = contract.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [contract.method.toLowerCase()]: describeOperation(contract) }
  }
  return JSON.stringify({
    openapi: '3.1.1',
    info: {
      title: 'Term glossary',
      version: packageJson.version,
      description:
        'What terms mean in this company, and how far you can trust each definition. Errors are problem documents (RFC 9457); programs should match on `code`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'this server' }],
    security: [{ bearer: [] }, { session: [] }],
    tags: [
      'terms',
      'review',
      'import',
      'inbox',
      'export',
      'users',
      'tokens',
      'admin',
      'authentication',
      'service',
    ].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API token (`glo_…`), a session token or, to explain texts, an embed key (`glp_…`).',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'user_id',
          description: 'The session cookie of a browser that has logged in.',
        },
      },
      schemas: Object.fromEntries(
        Object.entries(named).map(([name, schema]) => [
          name,
          { ...convert(schema), ...(examples[name] && { examples: [examples[name]] }) },
        ]),
      ),
      responses: Object.fromEntries(
        Object.entries(titles).map(([status, title]) => [
          `Problem${status}`,
          {
            description: title,
            content: { 'application/problem+json': { schema: reference('Problem') } },
          },
        ]),
      ),
    },
  })
}

function describeOperation(contract: Contract): Json {
  const { access, summary, description, tag, body, file } = contract
  const requirements =
    access !== 'public' &&
    `Requires the role \`${access.role}\` or above. API tokens need the scope \`${access.scope}\`.`
  return {
    operationId: operationId(contract),
    summary,
    description: [description, requirements].filter(Boolean).join('\n\n') || undefined,
    tags: [tag],
    ...(access === 'public' && { security: [] }),
    parameters: [
      ...describeParameters('path', contract.params),
      ...describeParameters('query', contract.query),
      ...describeConditions(contract),
    ],
    ...(body && {
      requestBody: {
        required: v.safeParse(body, {}).success === false,
        content: { 'application/json': { schema: refer(body) } },
      },
    }),
    ...(file && {
      requestBody: {
        required: true,
        content: Object.fromEntries(file.map((type) => [type, {}])),
      },
    }),
    responses: {
      ...Object.fromEntries(
        Object.entries(contract.responses).map(([status, response]) => [
          status,
          describeResponse(Number(status), response),
        ]),
      ),
      ...(namesTerm(contract) && contract.method === 'GET' && { 308: describeResponse(308, null) }),
      ...Object.fromEntries(
        problemStatuses(contract).map((status) => [
          status,
          { $ref: `#/components/responses/Problem${status}` },
        ]),
      ),
    },
  }
}

/** The statuses of the problems that a contract implies or names. */
function problemStatuses({
  method,
  path,
  access,
  params,
  query,
  body,
  file,
  problems = [],
}: Contract): ProblemStatus[] {
  // 403 in development mode to other machines, 408 to clients that have disconnected
  const statuses: ProblemStatus[] = [400, 403, 500, 503, ...problems]
  if (access !== 'public') statuses.push(401, 408, 429)
  if (params) statuses.push(404)
  if (namesTerm({ path }) && method !== 'GET') statuses.push(410)
  if (query || body) statuses.push(422)
  if (body || file) statuses.push(408, 413, 415)
  return [...new Set(statuses)].sort()
}

function operationId({ method, path }: Contract) {
  const words = path.replace('/api/v1', '').split(/\W+/).filter(Boolean)
  return [method.toLowerCase(), ...words].join('_')
}

function describeResponse(status: number, response: ResponseBody): Json {
  const description = descriptions[status] ?? 'The response'
  if (response === null) return { description }
  if ('media' in response) {
    const types = response.media.map((type) => type.split(';')[0] ?? type)
    const json = response.json && { schema: refer(response.json) }
    const content = types.map((type) => [type, (type === 'application/json' && json) || {}])
    return { description, content: Object.fromEntries(content) }
  }
  return { description, content: { 'application/json': { schema: refer(response) } } }
}

const descriptions: Record<number, string> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted',
  204: 'Done',
  303: 'See the Location header',
  304: 'The client already has this version',
  308: 'The term was merged into the one in the Location header',
}

function describeParameters(where: 'path' | 'query', schema: Contract['query']): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = convert(schema)
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: required.includes(name),
    schema: property,
  }))
}

/** The conditional headers that an operation supports (RFC 9110, section 13.1), which its responses imply. */
function describeConditions({ responses, problems = [] }: Contract): Json[] {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  })
  return [
    ...(problems.includes(412)
      ? [header('If-Match', 'The expected version, such as `"3"`; otherwise 412.')]
      : []),
    ...(304 in responses
      ? [
          header(
            'If-None-Match',
            'The version that the client has, such as `"3"`; 304 if it is current.',
          ),
        ]
      : []),
  ]
}

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** Refers to a schema by its name, if it has one. */
function refer(schema: Schema): Json {
  const name = Object.keys(named).find((key) => named[key] === schema)
  return name ? reference(name) : (convert(schema) as Json)
}

function convert(schema: Schema) {
  return toJsonSchema(schema, {
    definitions: Object.fromEntries(Object.entries(named).filter(([, each]) => each !== schema)),
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  })
}
