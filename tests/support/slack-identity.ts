import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { UnsecuredJWT } from 'jose'
import type { Environment } from '../../lib/app/settings.ts'

/** A response. Objects are sent as JSON, text as it is. `hangs` means that the response never ends. */
export type Reply = { status?: number; headers?: Record<string, string>; body?: unknown; hangs?: boolean }
export type RecordedRequest = { method: string; path: string; headers: Record<string, unknown>; body: string }

export const clientId = '1111.2222'
export const clientSecret = 'slack-client-secret-of-the-tests'
export const accessToken = 'xoxp-access-token-of-the-tests'

/** The profile of Ada at Slack. */
export const ada = {
  ok: true,
  sub: 'U0ADA',
  'https://slack.com/user_id': 'U0ADA',
  'https://slack.com/team_id': 'T0TEAM',
  email: 'ada@example.com',
  email_verified: true,
  name: 'Ada Example',
}

/** A server with Slack's OpenID Connect methods. They return 200 also for errors, with `ok: false`. */
export type SlackIdentity = {
  /** settings to log in there */
  env: Environment
  /** its responses to the token and profile requests; tests change them */
  replies: { token: Reply; userInfo: Reply }
  requests: RecordedRequest[]
  /** Resets the responses to a successful login with this profile and nonce. */
  expect(profile: object, nonce: string): void
  close(): Promise<void>
}

/** Creates an id_token without a signature, which the service does not check. */
export function idToken(claims: Record<string, unknown>): string {
  return new UnsecuredJWT({
    iss: 'https://slack.com',
    aud: clientId,
    exp: Math.floor(Date.now() / 1000) + 300,
    ...claims,
  }).encode()
}

/** Returns Slack's response to a valid code. */
export const tokens = (id_token?: string) => ({ ok: true, access_token: accessToken, token_type: 'Bearer', id_token })

export async function openSlackIdentity(): Promise<SlackIdentity> {
  const replies: SlackIdentity['replies'] = { token: {}, userInfo: {} }
  const requests: RecordedRequest[] = []
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    const body = await text(request)
    requests.push({ method: request.method ?? '', path, headers: request.headers, body })
    sendReply(response, path.startsWith('/api/openid.connect.token') ? replies.token : replies.userInfo)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    env: {
      SERVICE_IDP_AUTHORIZE_URL: `${address}/openid/connect/authorize?team=T0TEAM`,
      SERVICE_IDP_TOKEN_URL: `${address}/api/openid.connect.token`,
      SERVICE_IDP_USERINFO_URL: `${address}/api/openid.connect.userInfo`,
      SERVICE_SLACK_CLIENT_ID: clientId,
      SERVICE_SLACK_CLIENT_SECRET: clientSecret,
    },
    replies,
    requests,
    expect(profile, nonce) {
      const { sub } = profile as { sub?: string }
      replies.token = { body: tokens(idToken({ sub, nonce })) }
      replies.userInfo = { body: profile }
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function sendReply(response: ServerResponse, { status = 200, headers, body, hangs }: Reply) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  const content = typeof body === 'string' ? body : JSON.stringify(body ?? null)
  if (hangs) response.write(content.slice(0, -1))
  else response.end(content)
}
