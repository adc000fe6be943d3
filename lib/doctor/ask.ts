import { timeoutMs } from './check.ts'

/** An answer whose body was read; undefined if it is no JSON. */
export type HttpAnswer = { status: number; headers: Headers; body: unknown }

/** Sends a request. Redirects are not followed. */
export const ask = async (url: string, init: RequestInit = {}): Promise<HttpAnswer> => {
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetch(url, { redirect: 'manual', signal, ...init })
  const { status, headers } = response
  return { status, headers, body: parseJson(await response.text()) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A member of a JSON object; undefined if the body is none. */
export const member = (body: unknown, name: string): unknown => Object(body)[name]
