import type { Identity } from './accounts.ts'
import type { LoginSecrets } from './login-state.ts'

/** Where people log in: Slack, or an OpenID provider. */
export type LoginProvider = {
  /** what the login page calls it; null if it is not set up */
  name: string | null
  /** @throws Problem `slack_login_off` or `oidc_login_off`, which names the settings that are missing */
  check(): void
  /**
   * Returns the URL that starts a login there.
   *
   * @throws Problem `idp_unreachable`
   */
  authorizationUrl(secrets: LoginSecrets): Promise<string>
  /**
   * Exchanges the code for who the person is.
   *
   * @param signal ends the wait for the provider
   * @throws Problem `idp_unreachable`, `invalid_id_token`, or those of providerProblem()
   */
  fetchIdentity(answer: ProviderAnswer, secrets: LoginSecrets, signal: AbortSignal): Promise<Identity>
}

/** What a provider sends back with the browser. */
export type ProviderAnswer = { code: string; issuer?: string | undefined }
