import { randomUUID } from 'node:crypto'
import { type IRequest, Router } from 'itty-router'
import { clientAddress } from './client-address.ts'
import type { Context } from './context.ts'
import { type Endpoint, type Exchange, type Method, type Payload, respond } from './endpoint.ts'
import { plainLog } from './log.ts'
import { prefersHtml } from './negotiation.ts'
import { describeApi } from './openapi.ts'
import { htmlType, pageHeaders } from './pages/document.tsx'
import { renderErrorPage } from './pages/error-page.tsx'
import { Problem } from './problem.ts'
import { preflightHeaders } from './response-headers.ts'

/**
 * The whole service as a function.
 *
 * @param peer the address at the other end of the connection, where there is one
 */
export type App = (request: Request, peer?: string | null) => Promise<Response>

/** Makes the service of its endpoints. Whatever they throw becomes a problem document or a page here. */
export function createApp(
  endpoints: readonly Endpoint[],
  services: Omit<Context, 'apiDocument'>,
): App {
  const contracts = endpoints.map(({ contract }) => contract)
  const ctx = { ...services, apiDocument: once(() => describeApi(contracts)) }
  const router = createRouter(endpoints, ctx)
  const requests = plainLog(ctx.log)

  return async function app(request, peer = null) {
    const started = performance.now()
    const exchange = openExchange(ctx, request, peer)
    let response: Response
    try {
      refuseMalformedUrl(request.url)
      response = await router.fetch(request, exchange)
    } catch (error) {
      response = answerProblem(ctx, exchange, error)
    }
    requests.info(
      {
        request_id: exchange.requestId,
        method: request.method,
        path: pathOf(request.url),
        status: response.status,
        ms: Math.round((performance.now() - started) * 10) / 10,
        user_id: exchange.userId ?? null,
        client: exchange.client,
      },
      'request',
    )
    return response
  }
}

function once<Value>(make: () => Value) {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

type Routed = IRequest & { params: Record<string, string> }

function createRouter(endpoints: readonly Endpoint[], ctx: Context) {
  const router = Router<Routed, [Exchange]>()
  for (const { contract, handle } of endpoints) {
    const run = ({ params }: Routed, exchange: Exchange) => handle(ctx, exchange, decode(params))
    for (const method of withHead(contract.method)) {
      router[method.toLowerCase() as 'get'](contract.path, run)
    }
  }
  for (const [path, methods] of methodsByPath(endpoints)) {
    router.all(path, ({ method }, exchange) => refuseMethod(ctx, exchange, method, methods))
  }
  router.all('*', () => {
    throw new Problem('not_found')
  })
  return router
}

const withHead = (method: Method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])

function methodsByPath(endpoints: readonly Endpoint[]) {
  const methods = new Map<string, string[]>()
  for (const { contract } of endpoints) {
    const known = methods.get(contract.path) ?? []
    methods.set(contract.path, [...known, ...withHead(contract.method)])
  }
  return methods
}

function refuseMethod(ctx: Context, exchange: Exchange, method: string, methods: string[]) {
  const allow = [...methods, 'OPTIONS'].join(', ')
  if (method !== 'OPTIONS') throw new Problem('method_not_allowed', {}, { headers: { allow } })
  return respond(ctx, exchange, 204, null, {
    allow,
    ...preflightHeaders(exchange.request.headers, ctx.settings, methods),
  })
}

const saneRequestId = /^[\w.:-]{1,128}$/

function openExchange(ctx: Context, request: Request, peer: string | null): Exchange {
  const sent = request.headers.get('x-request-id')
  const requestId = sent && saneRequestId.test(sent) ? sent : randomUUID()
  return {
    request,
    requestId,
    client: clientAddress(peer, request.headers, ctx.settings.trustedProxies),
  }
}

function refuseMalformedUrl(url: string) {
  try {
    if (url.includes('%')) decodeURIComponent(url)
    if (URL.canParse(url)) return
  } catch {} // of decodeURIComponent
  throw new Problem('malformed_request', { detail: 'The address is malformed.' })
}

const decode = (params: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]),
  )

function answerProblem(ctx: Context, exchange: Exchange, error: unknown): Response {
  const problem = error instanceof Problem ? error : new Problem('internal', {}, { cause: error })
  if (problem.status >= 500) {
    ctx.log.error(
      { err: problem.cause ?? problem, request_id: exchange.requestId },
      problem.message,
    )
  }
  return isForPeople(exchange.request)
    ? respond(ctx, exchange, problem.status, errorPage(ctx, exchange, problem), {
        ...problem.headers,
        ...pageHeaders,
      })
    : respond(ctx, exchange, problem.status, errorDocument(exchange, problem), problem.headers)
}

/** Paths that answer programs, whatever these accept. */
const forPrograms = /^\/(?:(?:api|assets|mcp|slack)(?:\/|$)|(?:health|ready|openapi\.json)$)/

const isForPeople = (request: Request) =>
  !forPrograms.test(pathOf(request.url)) && prefersHtml(request)

function errorPage({ settings }: Context, { requestId }: Exchange, problem: Problem): Payload {
  const content = renderErrorPage(problem, { devMode: settings.devMode, requestId })
  return { type: htmlType, content }
}

const errorDocument = ({ requestId }: Exchange, problem: Problem): Payload => ({
  type: 'application/problem+json; charset=utf-8',
  content: JSON.stringify(problem.document(requestId)),
})

/** The path alone: a query can hold what is none of the log's business. */
const pathOf = (url: string) => /^\w+:\/\/[^/?#]*([^?#]*)/.exec(url)?.[1] ?? ''
