import * as v from 'valibot'
import { addLogin, readLogins, removeLogin, writeSessionCookie } from '../identity/cookies.ts'
import type { LoginMethod } from '../identity/login-state.ts'
import { loginTarget } from '../identity/login-target.ts'
import { acceptCallback, beginLogin, completeLogin } from '../identity/provider-login.ts'
import { type Endpoint, endpoint } from './endpoint.ts'

type LoginTexts = { operationId: string; summary: string; description: string }

/** Creates the endpoint that redirects a browser to a provider. */
export const loginEndpoint = (method: LoginMethod, path: `/${string}`, texts: LoginTexts): Endpoint =>
  endpoint(
    {
      method: 'GET',
      path,
      ...texts,
      tag: 'authentication',
      access: 'public',
      query: v.object({ next: v.optional(v.string()) }),
      responses: { 303: null },
      problems: method === 'oidc' ? [404, 502] : [404],
    },
    async ({ ctx, request, query, reply }) => {
      const { location, nonce } = await beginLogin(ctx, method)
      const response = reply(303, null, { location })
      const login = { nonce, target: loginTarget(query.next) }
      for (const cookie of addLogin(ctx.settings, request, login)) {
        response.headers.append('set-cookie', cookie)
      }
      return response
    },
  )

/** Creates the endpoint that completes a login when a provider redirects the browser back, and starts its session. */
export const callbackEndpoint = (method: LoginMethod, path: `/${string}`, texts: LoginTexts): Endpoint =>
  endpoint(
    {
      method: 'GET',
      path,
      ...texts,
      tag: 'authentication',
      access: 'public',
      query: v.object({
        code: v.optional(v.string()),
        state: v.optional(v.string()),
        error: v.optional(v.string()),
        iss: v.optional(v.pipe(v.string(), v.description('The issuer that the answer comes from.'))),
      }),
      responses: { 303: null },
      problems: [401, 404, 429, 502],
    },
    async ({ ctx, requestState, request, query, reply }) => {
      const nonce = query.state?.split('.')[0] ?? ''
      const login = readLogins(request).find((begun) => begun.nonce === nonce)
      // Any response ends this login, even a failed one. Those of other tabs go on.
      const [nonces = '', ...targets] = removeLogin(ctx.settings, request, nonce)
      if (login) requestState.headers = { 'set-cookie': nonces }
      const callback = { ...query, nonce: login?.nonce }
      const { client } = requestState
      // Outside limits.login, so that it does not count as a failed login: any website can make a browser send
      // callbacks that belong to no login.
      const secrets = await acceptCallback(ctx, method, callback)
      const { user, session } = await ctx.limits.login(client, () =>
        completeLogin(ctx, callback, secrets, { method, client }),
      )
      requestState.userId = user.id
      const response = reply(303, null, { location: loginTarget(login?.target) })
      for (const cookie of [writeSessionCookie(ctx.settings, session), ...targets]) {
        response.headers.append('set-cookie', cookie)
      }
      return response
    },
  )
