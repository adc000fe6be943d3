import * as v from 'valibot'
import { readJson } from './body.ts'
import type { Context } from './context.ts'
import { type Access, type Actor, authorise } from './identity/actor.ts'
import { authenticate } from './identity/authenticate.ts'
import { type Fault, Problem, type ProblemStatus } from './problem.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Tag = 'terms' | 'export' | 'users' | 'tokens' | 'admin' | 'authentication' | 'service'

type Schema = v.GenericSchema
type Fields = v.ObjectSchema<v.ObjectEntries, undefined>

/** An answer that is not JSON alone: its media types, and the schema of the JSON among them. */
export type Media = { media: readonly string[]; json?: Schema }
/** What an endpoint answers under a status: a JSON schema, text of some media type, or no body. */
export type Answer = Schema | Media | null

/** All that is known about an endpoint: routing, access, validation and documentation derive from it. */
export type Contract<
  Params extends Fields = Fields,
  Query extends Fields = Fields,
  Body extends Schema = Schema,
  Answers extends Record<number, Answer> = Record<number, Answer>,
  Entry extends Access | 'public' = Access | 'public',
> = {
  method: Method
  /** `:name` stands for one segment, which `params` describes */
  path: `/${string}`
  summary: string
  description?: string
  tag: Tag
  access: Entry
  params?: Params
  query?: Query
  body?: Body
  /** what it answers when all is well */
  answers: Answers
  /** problems beyond those that follow from the rest of the contract */
  problems?: readonly ProblemStatus[]
  /** left out of the API document: pages, and what serves them */
  hidden?: boolean
}

/** One request on its way through the service. */
export type Exchange = {
  request: Request
  requestId: string
  /** the address of the client, as far as it is known */
  client: string | null
  /** headers that every answer to this request bears */
  headers: Readonly<Record<string, string>>
  /** set once the caller is known; for the log */
  userId?: string
}

export type Endpoint = {
  contract: Contract
  handle(ctx: Context, exchange: Exchange, params: Record<string, string>): Promise<Response>
}

type Out<S> = S extends Schema ? v.InferOutput<S> : undefined
type BodyOf<A> = A extends Schema ? v.InferInput<A> : A extends Media ? string | Uint8Array : null

type Input<P, Q, B, Answers, Entry> = {
  ctx: Context
  request: Request
  exchange: Exchange
  params: Out<P>
  query: Out<Q>
  body: Out<B>
  actor: Entry extends 'public' ? undefined : Actor
  /** Builds the answer; what its schema does not name never leaves. */
  reply<Status extends keyof Answers & number>(
    status: Status,
    body: BodyOf<Answers[Status]>,
    headers?: Record<string, string>,
  ): Response
}

/**
 * Makes an endpoint of its contract and its handler. In this order: authenticate, authorise, parse path,
 * query and body, handle, check the answer.
 */
export function endpoint<
  P extends Fields,
  Q extends Fields,
  B extends Schema,
  const Answers extends Record<number, Answer>,
  const Entry extends Access | 'public',
>(
  contract: Contract<P, Q, B, Answers, Entry>,
  handler: (input: Input<P, Q, B, Answers, Entry>) => Promise<Response> | Response,
): Endpoint {
  const { access, answers } = contract as Contract
  return {
    contract: contract as Contract,
    async handle(ctx, exchange, rawParams) {
      const { request } = exchange
      const actor = access === 'public' ? undefined : await admit(ctx, exchange, access)
      if (actor === null) return respond(ctx, exchange, 303, null, { location: '/login' })
      const input = {
        ctx,
        request,
        exchange,
        actor,
        params: parseParams(contract.params, rawParams),
        query: parseQuery(contract.query, request.url),
        body: contract.body && parse(contract.body, await readBody(request)),
        reply: (status: number, body: unknown, headers: Record<string, string> = {}) =>
          respond(ctx, exchange, status, encode(answers[status], body), headers),
      }
      return handler(input as unknown as Input<P, Q, B, Answers, Entry>)
    },
  }
}

/** The caller, if they may; null where a person has to log in first. */
async function admit(ctx: Context, exchange: Exchange, access: Access): Promise<Actor | null> {
  try {
    const actor = await authenticate(ctx, exchange.request)
    exchange.userId = actor.id
    authorise(actor, access)
    return actor
  } catch (error) {
    if (access.page && error instanceof Problem && error.status === 401) return null
    throw error
  }
}

/** What is sent: the bytes and their media type. */
export type Payload = { type: string; content: string | Uint8Array } | null

/** Builds a Response with the headers of every answer; the only place that does. */
export function respond(
  ctx: Context,
  { request, headers: common }: Exchange,
  status: number,
  payload: Payload,
  own: Record<string, string> = {},
): Response {
  if (payload === null) return new ctx.Response(null, { status, headers: { ...common, ...own } })
  const headers: Record<string, string> = {
    ...common,
    'content-type': payload.type,
    'content-length': String(Buffer.byteLength(payload.content)),
    ...own,
  }
  const body = request.method === 'HEAD' ? null : payload.content
  return new ctx.Response(body as string | null, { status, headers })
}

function encode(answer: Answer | undefined, body: unknown): Payload {
  if (answer === undefined) throw new Error('the contract does not name this status')
  if (answer === null) return null
  if ('media' in answer) return { type: answer.media[0] ?? '', content: body as string }
  return {
    type: 'application/json; charset=utf-8',
    content: JSON.stringify(v.parse(answer, body)),
  }
}

function parse<S extends Schema>(schema: S, input: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, input, { abortPipeEarly: true })
  if (result.success) return result.output
  throw new Problem('validation_failed', { errors: result.issues.map(toFault) })
}

function toFault(issue: v.BaseIssue<unknown>): Fault {
  const path = v.getDotPath(issue) ?? ''
  const isMissing = issue.kind === 'schema' && issue.input === undefined
  if (isMissing) return { path, message: 'is required' }
  if (issue.kind === 'schema' && issue.type === 'object')
    return { path, message: 'must be an object' }
  return { path, message: issue.message }
}

/** No body is an empty one: where every field may be absent, all of them may. */
async function readBody(request: Request): Promise<unknown> {
  const body = await readJson(request)
  if (Array.isArray(body)) {
    throw new Problem('validation_failed', { errors: [{ path: '', message: 'must be an object' }] })
  }
  return body === undefined ? {} : body
}

/** An identifier that cannot be one is unknown (contract, section 4). */
function parseParams(schema: Fields | undefined, params: Record<string, string>) {
  if (!schema) return undefined
  const result = v.safeParse(schema, params)
  if (!result.success) throw new Problem('not_found')
  return result.output
}

function parseQuery(schema: Fields | undefined, url: string) {
  if (!schema) return undefined
  const search = new URL(url).searchParams
  const record: Record<string, unknown> = {}
  for (const [name, entry] of Object.entries(schema.entries)) {
    const [value, ...more] = search.getAll(name)
    if (more.length > 0) {
      throw new Problem('validation_failed', {
        errors: [{ path: name, message: 'must be given once' }],
      })
    }
    if (value !== undefined) record[name] = readAs(innermost(entry as Nested), value)
  }
  return parse(schema, record)
}

type Nested = { type: string; wrapped?: Nested; pipe?: readonly Nested[] }

/** The type that a query parameter has inside of its optional() and pipe(). */
function innermost(schema: Nested): string {
  if (schema.wrapped) return innermost(schema.wrapped)
  const first = schema.pipe?.[0]
  return first && first !== schema ? innermost({ ...first, pipe: undefined }) : schema.type
}

/** A query string holds text only: digits become a number where a number is wanted, and so on. */
function readAs(type: string, value: string): unknown {
  if (type === 'number' && /^\d{1,15}$/.test(value)) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}
