import * as v from 'valibot'
import packageJson from '../../package.json' with { type: 'json' }
import { type ProblemStatus, titles } from '../problem.ts'
import type { Contract, ResponseBody, Tag } from './endpoint.ts'
import { namesTerm } from './merged-terms.ts'
import { convert, describeNamed, refer, reference } from './openapi-schemas.ts'

type Schema = v.GenericSchema
type Json = Record<string, unknown>
type Operation = Contract & { operationId: string }

/**
 * Describes the API as OpenAPI 3.1.
 *
 * @param contracts those of all endpoints; those without an operationId are left out
 * @param isMultilingual whether the glossary has several languages
 * @returns the document as JSON
 */
export function describeApi(contracts: readonly Contract[], isMultilingual: boolean): string {
  const paths: Record<string, Json> = {}
  for (const contract of contracts.filter(isOperation)) {
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
      contact: { name: 'The admins of this glossary' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'this server' }],
    security: [{ bearer: [] }, { session: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API token (`glo_…`), a session token or, to explain texts, an embed key (`glp_…`).',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'user_id',
          description: 'The session cookie of a browser that has logged in.',
        },
      },
      schemas: describeNamed(isMultilingual),
      responses: Object.fromEntries(
        Object.entries(titles).map(([status, title]) => [
          `Problem${status}`,
          { description: title, content: { 'application/problem+json': { schema: reference('Problem') } } },
        ]),
      ),
    },
  })
}

const isOperation = (contract: Contract): contract is Operation => contract.operationId !== undefined

function describeOperation(contract: Operation): Json {
  const { access, summary, description, tag, body, file } = contract
  const requirements =
    access !== 'public' &&
    `Requires the role \`${access.role}\` or above. API tokens need the scope \`${access.scope}\`.`
  return {
    operationId: contract.operationId,
    summary,
    description: [description, requirements].filter(Boolean).join('\n\n') || undefined,
    tags: [tag],
    ...(access === 'public' && { security: [] }),
    parameters: [
      ...describeParameters('path', contract),
      ...describeParameters('query', contract),
      ...describeConditions(contract),
    ],
    ...(body && {
      requestBody: {
        required: v.safeParse(body, {}).success === false,
        content: { 'application/json': { schema: refer(body, contract.operationId) } },
      },
    }),
    ...(file && {
      requestBody: {
        required: true,
        content: Object.fromEntries(file.filter(isDescribed).map((type) => [type, { schema: fileSchema(type) }])),
      },
    }),
    responses: {
      ...Object.fromEntries(
        Object.entries(contract.responses).map(([status, response]) => [
          status,
          describeResponse(contract, Number(status), response),
        ]),
      ),
      ...(namesTerm(contract) && contract.method === 'GET' && { 308: describeResponse(contract, 308, null) }),
      ...Object.fromEntries(
        problemStatuses(contract).map((status) => [status, { $ref: `#/components/responses/Problem${status}` }]),
      ),
    },
  }
}

const tags: Record<Tag, string> = {
  terms: 'Look up, add, edit and vote for terms.',
  review: 'Propose and decide: proposals, reported problems (disputes), suggestions.',
  import: 'Import terms from files, and undo imports.',
  inbox: 'What concerns you, and what you follow.',
  export: 'Terms for other tools.',
  users: 'People and their roles.',
  tokens: 'API tokens and connected agents.',
  admin: 'Statistics, jobs, the audit log, webhooks and embed keys; for admins.',
  authentication: 'How browsers log in and out.',
  service: 'Whether the service works, and this document.',
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
  // 403 in development mode to other machines, 405 to other methods, 408 to clients that have disconnected
  const statuses: ProblemStatus[] = [400, 403, 405, 500, 503, ...problems]
  if (access !== 'public') statuses.push(401, 408, 429)
  if (params) statuses.push(404)
  if (namesTerm({ path }) && method !== 'GET') statuses.push(410)
  if (query || body) statuses.push(422)
  if (body || file) statuses.push(408, 413, 415)
  return [...new Set(statuses)].sort()
}

function describeResponse(contract: Operation, status: number, response: ResponseBody): Json {
  const description = descriptions[status] ?? 'The response'
  if (response === null) return { description }
  const json = (schema: Schema) => refer(schema, contract.operationId)
  if (!('media' in response)) {
    return { description, content: { 'application/json': { schema: json(response) } } }
  }
  const content = response.media.map((value) => {
    const type = value.split(';')[0] ?? value
    const hasSchema = type === 'application/json' && response.json
    return [type, { schema: hasSchema ? json(response.json as Schema) : mediaSchema(type) }]
  })
  return { description, content: Object.fromEntries(content) }
}

/** What a document is: JSON, text, or bytes. */
function mediaSchema(type: string): Json {
  if (/[/+]json$/.test(type)) return { type: 'object', additionalProperties: true }
  if (/^text\/|[/+-](?:xml|yaml|tbx)$/.test(type)) return { type: 'string' }
  return { type: 'string', format: 'binary' }
}

/** The same of a file in a request, which has a row for each term if it is JSON. */
const fileSchema = (type: string): Json =>
  type === 'application/json' ? { type: 'array', items: mediaSchema(type) } : mediaSchema(type)

/** Generated Python clients cannot choose between a form and a list, and do not need the form. */
const isDescribed = (type: string) => type !== 'multipart/form-data'

const descriptions: Record<number, string> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted',
  204: 'Done',
  303: 'See the Location header',
  304: 'The client already has this version',
  308: 'The term was merged into the one in the Location header',
}

function describeParameters(where: 'path' | 'query', contract: Operation): Json[] {
  const schema = where === 'path' ? contract.params : contract.query
  if (!schema) return []
  const owner = where === 'path' ? pathOwner(contract) : contract.operationId
  const { properties = {}, required = [] } = convert(schema, owner)
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: where,
    description,
    required: required.includes(name),
    schema,
  }))
}

/** The last segment of a path before its parameters. */
const pathOwner = ({ path }: Contract) => path.split('/:')[0]?.split('/').at(-1) ?? ''

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
    ...(problems.includes(412) ? [header('If-Match', 'The expected version, such as `"3"`; otherwise 412.')] : []),
    ...(304 in responses
      ? [header('If-None-Match', 'The version that the client has, such as `"3"`; 304 if it is current.')]
      : []),
  ]
}
