import { plainLog } from '../app/log.ts'
import type { Context } from '../context.ts'
import { titles } from '../problem.ts'
import { malformedHost } from './headers.ts'
import type { RequestState } from './request-state.ts'

/** A request that takes longer is a warning. */
const slowMs = 1000

/**
 * Returns a function that logs a request, and counts it in the metrics, when its response begins.
 *
 * @returns called with how many milliseconds that took
 */
export function createRequestLog({ log, metrics }: Pick<Context, 'log' | 'metrics'>) {
  const requests = plainLog(log)
  return function logRequest(requestState: RequestState, response: Response, ms: number) {
    const { method, url } = requestState.request
    const { status } = response
    const { isProbe = false, route, requestId, path, userId = null, client } = requestState
    const code = status < 400 ? undefined : (requestState.code ?? titleCode(status))
    metrics?.countResponse({
      ...{ route, method, status, code, isProbe },
      isHostRefused: status === 400 && isOf(url, malformedHost),
      seconds: ms / 1000,
    })
    const level = ms > slowMs ? 'warn' : isProbe && response.ok ? 'debug' : 'info'
    requests[level](
      {
        request_id: requestId,
        method,
        path: loggablePath(path),
        status,
        ...(code && { code }),
        ms: Math.round(ms * 10) / 10,
        user_id: userId,
        client,
      },
      'request',
    )
  }
}

const isOf = (url: string, host: string) => /^\w+:\/\/([^/]*)/.exec(url)?.[1] === host

/**
 * The code of a response that is no problem document: a form that is shown again, or an error as MCP and OAuth define
 * it.
 */
const titleCode = (status: number) =>
  (({ 406: 'Not Acceptable', ...titles }) as Record<number, string>)[status]?.toLowerCase().replaceAll(' ', '_')

/** What a path must have to be that of a feed, or to have a token: most have none of it. */
const canHide = /[%\\]|gl[op]_|feeds/i
const feedToken = /^(\/+feeds\/+)[^/]+/i
const anyToken = /(gl[op])_[\w-]+/gi

/** Whether the path is that of a feed, which contains a token that nobody else may see (contract, section 15). */
export const isFeed = (path: string): boolean => canHide.test(path) && feedToken.test(resolveDots(decode(path)))

/** Returns the path of a request for the log: as it was sent, or decoded and without tokens if there is one. */
function loggablePath(path: string): string {
  if (!canHide.test(path)) return path
  const decoded = decode(path)
  const redacted = decoded.replace(anyToken, '$1_…')
  const plain = resolveDots(redacted)
  const withoutFeed = plain.replace(feedToken, '$1…')
  return redacted === decoded && withoutFeed === plain ? path : withoutFeed
}

/** How often the path may have been encoded; tokens are not sought below that. */
const maxDecodings = 5

/** Decodes the ASCII characters of a path, as proxies and servers may do. */
function decode(path: string): string {
  let decoded = path
  for (let times = 0; times < maxDecodings && decoded.includes('%'); times++) {
    decoded = decoded.replace(/%([0-7][\da-f])/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
  return decoded.replaceAll('\\', '/')
}

function resolveDots(path: string): string {
  const segments: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '.') segments.push(segment)
  }
  return `/${segments.join('/').replace(/^\/+/, '')}`
}
