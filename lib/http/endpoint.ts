import * as v from 'valibot'
import type { Context } from '../context.ts'
import { type Access, type Actor, authorize, toSender } from '../identity/actor.ts'
import { authenticate, isFromProgram } from '../identity/authenticate.ts'
import { requireOrigin } from '../identity/embed-keys.ts'
import type { PartlyJson } from '../json-text.ts'
import { Problem, type ProblemStatus } from '../problem.ts'
import { type Fields, fieldReader, parse } from '../schemas/fields.ts'
import { fileType, maxBodyBytes, parseObject, readBytes, readForm, type SentFile, type SentForm } from './body.ts'
import { embedHeaders } from './headers.ts'
import { jsonEncoder } from './json-encoder.ts'
import { countRequest, type RequestState, requireClient } from './request-state.ts'
import { type Content, type Payload, respond } from './respond.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Tag =
  | 'terms'
  | 'review'
  | 'import'
  | 'inbox'
  | 'export'
  | 'users'
  | 'tokens'
  | 'admin'
  | 'authentication'
  | 'service'

type Schema = v.GenericSchema

/**
 * A response with other media types, possibly besides JSON. The handler encodes it and sets `content-type`; `json`,
 * the schema of the JSON, is for the documentation.
 */
export type Media = { media: readonly string[]; json?: Schema }
/** JSON that the handler encodes. */
export const jsonText: Media = { media: ['application/json; charset=utf-8'] }

/** The body that an endpoint returns with a status: JSON with a schema, other media types, or none. */
export type ResponseBody = Schema | Media | null

/** The description of an endpoint, from which routing, access, validation and documentation derive. */
export type Contract<
  Params extends Fields = Fields,
  Query extends Fields = Fields,
  Body extends Schema = Schema,
  Responses extends Record<number, ResponseBody> = Record<number, ResponseBody>,
  Entry extends Access | 'public' = Access | 'public',
  Form extends Fields = Fields,
> = {
  method: Method
  /** `:name` matches one segment, which `params` describes */
  path: `/${string}`
  /**
   * the name of the operation in generated clients; without it, the OpenAPI document leaves it out: pages and assets
   */
  operationId?: string
  summary: string
  description?: string
  tag: Tag
  access: Entry
  params?: Params
  query?: Query
  body?: Body
  /** the maximum size of the body, if it is not that of all others */
  maxBodyBytes?: number
  /** the media types of the file that the body is, if it is one */
  file?: readonly string[]
  /** how long the file may take to arrive and, again, the response to begin, if not as long as for all others */
  timeoutMs?: number
  /** the fields of an HTML form, if the body is one */
  form?: Form
  /** the responses to successful requests, by status */
  responses: Responses
  /** problems in addition to those that the rest of the contract implies */
  problems?: readonly ProblemStatus[]
  /** whether only a glossary in several languages has it */
  isMultilingual?: boolean
  /** requested by machines every few seconds: logged at `debug` unless it fails */
  isProbe?: boolean
  /**
   * Whom a public endpoint counts, if not the client's address: nobody, because all requests cost next to nothing; or
   * the handler finds the sender, calls `countRequest` and runs the work in turn.
   */
  counts?: 'nobody' | 'sender'
}

export type Endpoint = {
  contract: Contract
  /** Returns an endpoint with the same handler, whose contract has fewer fields. */
  withContract(contract: Contract): Endpoint
  handle(ctx: Context, requestState: RequestState, params: Record<string, string>): Promise<Response>
}

type Out<S> = S extends Schema ? v.InferOutput<S> : undefined
type BodyOf<A> = A extends Schema ? PartlyJson<v.InferInput<A>> : A extends Media ? Content : null

export type Input<P, Q, B, Responses, Entry, F> = {
  ctx: Context
  request: Request
  requestState: RequestState
  params: Out<P>
  query: Out<Q>
  body: Out<B>
  form: F extends Fields ? SentForm<v.InferOutput<F>> : undefined
  /** present if the contract has `file` */
  file: SentFile
  actor: Entry extends 'public' ? undefined : Actor
  /** Creates the response. Fields that its schema does not name are left out. */
  reply<Status extends keyof Responses & number>(
    status: Status,
    body: BodyOf<Responses[Status]>,
    headers?: Record<string, string>,
  ): Response
  /** Responds with a part of a list, and the number of items in the whole list (contract, section 4). */
  replyList(slice: { items: BodyOf<Responses[200 & keyof Responses]>; total: number }): Response
  /** Responds with nothing (204) once something is done. */
  replyDone(work: Promise<unknown>): Promise<Response>
}

/**
 * Creates an endpoint from its contract and its handler. The order is fixed: authenticate, count the request,
 * authorize, receive the body, wait for the sender's turn, parse path, query and body, handle, write the response as
 * its schema says.
 */
export function endpoint<
  P extends Fields,
  Q extends Fields,
  B extends Schema,
  const Responses extends Record<number, ResponseBody>,
  const Entry extends Access | 'public',
  F extends Fields,
>(
  contract: Contract<P, Q, B, Responses, Entry, F>,
  handler: (input: Input<P, Q, B, Responses, Entry, F>) => Promise<Response> | Response,
): Endpoint {
  const { access, responses, query, form, timeoutMs } = contract as Contract
  const { maxBodyBytes: maxBytes = maxBodyBytes } = contract as Contract
  const { page: isPage, scope } = access === 'public' ? {} : access
  const toQuery = query && fieldReader(query, { blankIsAbsent: isPage })
  const toForm = form && fieldReader(form, { blankIsAbsent: true })
  const hasBody = contract.body || form || contract.file
  const bodyLimits = { maxBytes, timeoutMs: contract.file && timeoutMs }
  const encoders = new Map(Object.entries(responses).map(([status, response]) => [+status, toEncoder(response)]))
  const readInput = (ctx: Context, requestState: RequestState, received: Received) => {
    const { request } = requestState
    const { actor, rawParams, bytes } = received
    function reply(status: number, body: unknown, headers: Record<string, string> = {}) {
      const encode = encoders.get(status)
      if (!encode) throw new Error(`the contract does not name status ${status}`)
      return respond(ctx, requestState, status, encode(body), headers)
    }
    return {
      ctx: actor ? { ...ctx, db: ctx.db.forSender(requestState.sender.key, () => requireClient(requestState)) } : ctx,
      request,
      requestState,
      actor,
      params: parseParams(contract.params, rawParams),
      query: toQuery?.(queryOf(request.url)),
      body: contract.body && parse(contract.body, parseObject(request, bytes)),
      form: toForm && readForm(request, bytes, maxBytes, toForm),
      file: contract.file && { type: fileType(request, contract.file), bytes },
      reply,
      replyList: ({ items, total }: { items: unknown; total: number }) =>
        reply(200, items, { 'x-total-count': String(total) }),
      replyDone: async (work: Promise<unknown>) => {
        await work
        return reply(204, null)
      },
    } as unknown as Input<P, Q, B, Responses, Entry, F>
  }
  return {
    contract: contract as Contract,
    withContract: (other) => endpoint(other, handler as unknown as Parameters<typeof endpoint>[1]),
    async handle(ctx, requestState, rawParams) {
      if (timeoutMs !== undefined) requestState.deadline.setLimit(timeoutMs)
      const actor = await identifyCaller(ctx, requestState, contract as Contract)
      if (actor === null) return redirectToLogin(ctx, requestState)
      const bytes = hasBody ? await readBytes(ctx, requestState, bodyLimits) : noBytes
      const received = { actor, rawParams, bytes }
      if (contract.counts) return handler(readInput(ctx, requestState, received))
      const handled = ctx.limits.run(
        requestState.sender,
        async () => handler(readInput(ctx, requestState, received)),
        requestState.isDisconnected,
      )
      // The next request finds what this one has added, whether its report has arrived or not.
      return scope === 'write' ? handled.finally(ctx.names.expire) : handled
    },
  }
}

const noBytes = new Uint8Array()

/** What is known of a request when its turn comes. */
type Received = { actor: Actor | undefined; rawParams: Record<string, string>; bytes: Uint8Array }

/**
 * Finds out who sent a request and counts it.
 *
 * @returns undefined for a public endpoint; null if a person has to log in first
 */
async function identifyCaller(
  ctx: Context,
  requestState: RequestState,
  { access, counts }: Contract,
): Promise<Actor | undefined | null> {
  if (access !== 'public') return authenticateCaller(ctx, requestState, access)
  if (counts === 'nobody') requestState.isCounted = true
  else if (!counts) await countRequest(ctx, requestState, requestState.sender)
  return undefined
}

/** Returns the caller if the endpoint allows them; null if a person has to log in first. */
async function authenticateCaller(ctx: Context, requestState: RequestState, access: Access): Promise<Actor | null> {
  try {
    const actor = await authenticate(ctx, requestState.request)
    if (actor.via !== 'embed') requestState.userId = actor.id
    else if (access.embed) {
      // Before the request is counted, so that the page can read that there were too many.
      const origin = requireOrigin(actor, requestState.request, ctx.settings.appUrl)
      requestState.headers = embedHeaders(origin)
    }
    await countRequest(ctx, requestState, toSender(actor, requestState.client))
    authorize(actor, access)
    return actor
  } catch (error) {
    const mayLogIn = access.page && !isFromProgram(requestState.request)
    if (!mayLogIn || !(error instanceof Problem) || error.status !== 401) throw error
    await countRequest(ctx, requestState, requestState.sender)
    return null
  }
}

/**
 * Redirects to the login page, which leads back to the page that was asked for. A request of htmx gets an
 * event instead, so that the open page keeps what was typed and says that the session has ended
 * (assets/app.js). After a form, the login page says how to send it again.
 */
function redirectToLogin(ctx: Context, requestState: RequestState) {
  const { request } = requestState
  if (isPartial(request)) {
    return respond(ctx, requestState, 204, null, { 'hx-trigger': 'session-ended' })
  }
  const { pathname, search } = new URL(request.url)
  const query: Record<string, string> = request.method === 'POST' ? { done: 'ended' } : { next: pathname + search }
  return respond(ctx, requestState, 303, null, { location: `/login?${new URLSearchParams(query)}` })
}

/** Whether htmx requests a part of a page that is already open. */
export const isPartial = (request: Request) => request.headers.get('hx-request') === 'true'

function toEncoder(response: ResponseBody): (body: unknown) => Payload {
  if (response === null) return () => null
  if ('media' in response) {
    const [type = ''] = response.media
    return (body) => ({ type, content: body as string })
  }
  const encode = jsonEncoder(response)
  return (body) => ({ type: 'application/json; charset=utf-8', content: encode(body) })
}

/** An ID in the path that is not a UUID gets 404 (contract, section 4). */
function parseParams(schema: Fields | undefined, params: Record<string, string>) {
  if (!schema) return undefined
  const result = v.safeParse(schema, params)
  if (!result.success) throw new Problem('not_found')
  return result.output
}

const queryOf = (url: string) => new URLSearchParams(/\?[^#]*/.exec(url)?.[0])
