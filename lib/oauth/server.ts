import type { AuthorizationServer } from '../context.ts'
import type { ProviderNeeds } from './provider.ts'

/**
 * Creates the OAuth server for agents. oidc-provider is loaded with the first request, because that takes a quarter of
 * a second and 30 MB, and a company may never need it.
 */
export function createAuthorizationServer(needs: ProviderNeeds): AuthorizationServer {
  let loading: Promise<AuthorizationServer> | undefined
  const load = () => {
    loading ??= import('./run-provider.ts').then(({ runProvider }) => runProvider(needs))
    return loading
  }
  return {
    respond: async (request, from) => (await load()).respond(request, from),
    readRequest: async (request, uid) => (await load()).readRequest(request, uid),
    answer: async (request, uid, answer) => (await load()).answer(request, uid, answer),
  }
}
