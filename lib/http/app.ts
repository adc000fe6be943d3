import { randomUUID } from 'node:crypto'
import { type IRequest, IttyRouter } from 'itty-router'
import { unknownSender } from '../app/limits.ts'
import { clientAddress } from '../app/trusted-proxies.ts'
import type { Context } from '../context.ts'
import { groupBy } from '../group-by.ts'
import { toSender } from '../identity/actor.ts'
import { authenticate } from '../identity/authenticate.ts'
import { isEmbedOrigin } from '../identity/embed-keys.ts'
import { isMultilingual } from '../languages.ts'
import { Problem } from '../problem.ts'
import type { ArrivingBody } from './arriving-body.ts'
import { Deadline } from './deadline.ts'
import { requireOwnMachine } from './dev-mode.ts'
import type { Contract, Endpoint, Method } from './endpoint.ts'
import { embedHeaders, isPreflight, preflightHeaders } from './headers.ts'
import { endpointsInOneLanguage } from './in-one-language.ts'
import { createRequestLog, isFeed } from './log-request.ts'
import { followMerged } from './merged-terms.ts'
import { prefersHtml } from './negotiation.ts'
import { describeApi } from './openapi.ts'
import { countRequest, type RequestState } from './request-state.ts'
import { type Payload, respond } from './respond.ts'
import { beginningOf, inRouteOrder } from './route-order.ts'

/**
 * The service as a function.
 *
 * @param peer the IP address at the other end of the connection, if there is one
 * @param isDisconnected whether the client has disconnected
 * @param body what is known of a body that arrives on a connection
 */
export type App = (
  request: Request,
  peer?: string | null,
  isDisconnected?: () => boolean,
  body?: ArrivingBody,
) => Promise<Response>

/** A response begins within this time (contract, section 18). */
const responseTimeoutMs = 15_000

/** Shows a problem to a person. Returns the body and the headers of the response. */
type ErrorPage = (
  ctx: Context,
  requestState: RequestState,
  problem: Problem,
) => Promise<{ payload: Payload; headers: Record<string, string> }>

/** Creates the service from its endpoints. Errors that they throw become problem documents or pages here. */
export function createApp(
  endpoints: readonly Endpoint[],
  errorPage: ErrorPage,
  services: Omit<Context, 'apiDocument'>,
): App {
  const several = isMultilingual(services.settings)
  const ordered = inRouteOrder(several ? endpoints : endpointsInOneLanguage(endpoints))
  const contracts = ordered.map(({ contract }) => contract)
  const ctx = { ...services, apiDocument: once(() => describeApi(contracts, several)) }
  const route = createRouter(ordered, ctx)
  const logRequest = createRequestLog(ctx)

  return async function app(request, peer = null, isDisconnected = () => false, arrivingBody) {
    const started = performance.now()
    const requestState = createRequestState(ctx, request, peer, isDisconnected)
    requestState.arrivingBody = arrivingBody
    let response: Response
    try {
      refuseUndecodable(request.url)
      if (ctx.settings.devMode) requireOwnMachine(ctx.settings, request, peer)
      response = await requestState.deadline.run(() => route(request, requestState))
    } catch (error) {
      const counted = await countFailed(ctx, requestState, error)
      response = await respondWithProblem(ctx, requestState, counted, errorPage)
    } finally {
      requestState.releaseBody?.()
    }
    logRequest(requestState, response, performance.now() - started)
    return response
  }
}

function once<Value>(create: () => Value) {
  let created: { value: Value } | undefined
  return () => {
    created ??= { value: create() }
    return created.value
  }
}

type Routed = IRequest & { params: Record<string, string> }

type Route = (request: Request, requestState: RequestState) => Promise<Response>

/**
 * Requests try only the endpoints whose paths begin as theirs does: trying all two hundred takes longer than the rest
 * of a small request.
 *
 * @param endpoints in the order in which requests try them
 */
function createRouter(endpoints: readonly Endpoint[], ctx: Context): Route {
  const isPage = (tried: string) => all.routes.some(([method, pattern]) => method === 'GET' && pattern.test(tried))
  const all = routerOf(endpoints, ctx, isPage)
  all.all('*', () => {
    throw new Problem('not_found')
  })
  const grouped = groupBy(endpoints, ({ contract }) => beginningOf(contract.path))
  const routers = new Map([...grouped].map(([beginning, some]) => [beginning, routerOf(some, ctx, isPage)]))
  // Not a router itself: it takes `then`, which a promise looks for, for the name of a route.
  return async (request, requestState) =>
    (await routers.get(beginningOf(requestState.path))?.fetch(request, requestState)) ??
    // The path as it was sent can begin otherwise than the one it leads to: `/a/../health`.
    all.fetch(request, requestState)
}

function routerOf(endpoints: readonly Endpoint[], ctx: Context, isPage: (path: string) => boolean) {
  const router = IttyRouter<Routed, [RequestState]>()
  for (const { contract, handle } of endpoints) {
    const run = ({ url, params }: Routed, requestState: RequestState) => {
      requestState.isProbe = contract.isProbe
      requestState.route = contract.path
      const decoded = url.includes('%') ? decode(params) : params
      return handle(ctx, requestState, decoded).catch((error) =>
        followMerged(ctx, requestState, contract, decoded, error),
      )
    }
    for (const method of withHead(contract.method)) {
      router[method.toLowerCase() as 'get'](contract.path, run)
    }
  }
  for (const [path, contracts] of contractsByPath(endpoints)) {
    router.all(path, (_, requestState) => {
      requestState.route = path
      return respondToOtherMethod(ctx, requestState, contracts, isPage)
    })
  }
  return router
}

const withHead = (method: Method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])

const contractsByPath = (endpoints: readonly Endpoint[]) =>
  groupBy(
    endpoints.map(({ contract }) => contract),
    ({ path }) => path,
  )

/** The page that has the form of a path, for whoever loads it again after a form was shown there without JavaScript. */
function pageAbove(path: string, isPage: (path: string) => boolean): string {
  const above = path.slice(0, path.lastIndexOf('/'))
  return !above || isPage(above) ? above || '/' : pageAbove(above, isPage)
}

/**
 * Responds to OPTIONS; leads from the address of a form to its page, and refuses all other methods that no endpoint of
 * the path has.
 */
async function respondToOtherMethod(
  ctx: Context,
  requestState: RequestState,
  contracts: readonly Contract[],
  isPage: (path: string) => boolean,
) {
  const methods = contracts.flatMap(({ method }) => withHead(method))
  const allow = [...methods, 'OPTIONS'].join(', ')
  const { method, headers } = requestState.request
  const isForm = contracts.every(({ access }) => access !== 'public' && access.page)
  if (isForm && withHead('GET').includes(method as Method)) {
    return respond(ctx, requestState, 303, null, { location: pageAbove(requestState.path, isPage) })
  }
  if (method !== 'OPTIONS') throw new Problem('method_not_allowed', {}, { headers: { allow } })
  await countRequest(ctx, requestState, requestState.sender)
  const origin = await allowedOrigin(ctx, headers, contracts)
  return respond(ctx, requestState, 204, null, {
    allow,
    ...(origin && { ...embedHeaders(origin), ...preflightHeaders(methods) }),
  })
}

/**
 * Returns the origin of a preflight if its pages may send the request: ours, or one of any embed key, as a preflight
 * carries no key.
 */
async function allowedOrigin(ctx: Context, headers: Headers, contracts: readonly Contract[]) {
  const origin = headers.get('origin')
  if (origin === null || !isPreflight(headers)) return null
  const isForEmbed = contracts.some(({ access }) => access !== 'public' && access.embed)
  const isAllowed = origin === ctx.settings.appUrl || (isForEmbed && (await isEmbedOrigin(ctx, origin)))
  return isAllowed ? origin : null
}

const validRequestId = /^[\w.:-]{1,128}$/

function createRequestState(
  ctx: Context,
  request: Request,
  peer: string | null,
  isDisconnected: () => boolean,
): RequestState {
  const sent = request.headers.get('x-request-id')
  const requestId = sent && validRequestId.test(sent) ? sent : randomUUID()
  const client = clientAddress(peer, request.headers, ctx.settings.trustedProxies)
  const path = pathOf(request.url)
  return {
    request,
    path,
    requestId,
    client,
    sender: unknownSender(client),
    isCounted: false,
    isDisconnected,
    deadline: new Deadline(responseTimeoutMs),
    ...(isFeed(path) && { headers: { 'referrer-policy': 'no-referrer' } }),
  }
}

/**
 * Counts a request that failed before it was known who sent it.
 *
 * @returns the error, or that there were too many requests
 */
async function countFailed(ctx: Context, requestState: RequestState, error: unknown) {
  if (requestState.isCounted) return error
  const hasEndpoint = requestState.isProbe !== undefined
  const sender = hasEndpoint ? requestState.sender : await findSender(ctx, requestState)
  return countRequest(ctx, requestState, sender).then(
    () => error,
    (refusal: unknown) => refusal,
  )
}

/**
 * Finds who sent a request that no endpoint has authenticated, also for its log line.
 *
 * @returns whom the request counts for: the client's address without a valid credential
 */
async function findSender(ctx: Context, requestState: RequestState) {
  const { deadline, request, client, sender } = requestState
  try {
    const actor = await deadline.run(() => authenticate(ctx, request))
    if (actor.via !== 'embed') requestState.userId = actor.id
    return toSender(actor, client)
  } catch {
    return sender
  }
}

const malformedUrl = () => new Problem('malformed_request', { detail: 'The URL is malformed.' })

function refuseUndecodable(url: string) {
  try {
    if (url.includes('%')) decodeURIComponent(url)
  } catch {
    throw malformedUrl()
  }
}

const decode = (params: Record<string, string>) =>
  Object.fromEntries(Object.entries(params).map(([name, part]) => [name, decodeURIComponent(part)]))

function toProblem(error: unknown, { url }: Request): Problem {
  if (error instanceof Problem) return error
  // Thrown by the router for the URL of the request, not by a handler for another URL.
  const { code, input } = Object(error) as { code?: unknown; input?: unknown }
  if (code === 'ERR_INVALID_URL' && input === url) return malformedUrl()
  return new Problem('internal', {}, { cause: error })
}

async function respondWithProblem(
  ctx: Context,
  requestState: RequestState,
  error: unknown,
  errorPage: ErrorPage,
): Promise<Response> {
  const problem = toProblem(error, requestState.request)
  requestState.code = problem.members.code ?? problem.code
  if (problem.status >= 500) {
    ctx.log.error({ err: problem.cause ?? problem, request_id: requestState.requestId }, problem.message)
  }
  const { status, headers } = problem
  // A refusal of too many requests must cost next to nothing.
  if (status === 429 || !wantsPage(requestState)) {
    return respond(ctx, requestState, status, errorDocument(requestState, problem), headers)
  }
  const page = await ctx.limits.wait(requestState.sender, () => errorPage(ctx, requestState, problem))
  return respond(ctx, requestState, status, page.payload, { ...headers, ...page.headers })
}

/** Paths that return problem documents even to clients that prefer HTML. */
const programPaths =
  /^\/(?:(?:api|assets|feeds|mcp|slack|\.well-known|oauth\/(?:token|register|revoke))(?:\/|$)|(?:health|ready|metrics|openapi\.json)$)/

const wantsPage = ({ path, request }: RequestState) => !programPaths.test(path) && prefersHtml(request)

const errorDocument = ({ requestId }: RequestState, problem: Problem): Payload => ({
  type: 'application/problem+json; charset=utf-8',
  content: JSON.stringify(problem.document(requestId)),
})

const pathOf = (url: string) => /^\w+:\/\/[^/?#]*([^?#]*)/.exec(url)?.[1] ?? ''
