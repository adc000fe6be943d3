import { withLoginTarget } from '../../../lib/identity/login-target.ts'
import { Field, Submit } from '../../../lib/web/parts/form.tsx'

type LogInProps = {
  /** the names of the providers that are set up, and the paths that lead to them */
  providers: readonly { name: string; path: string }[]
  devMode: boolean
  /** the page to go to after login */
  next: string
}

/** Shows the ways to log in that are set up, or how to set one up. */
export function LogIn({ providers, devMode, next }: LogInProps) {
  return (
    <section class="message">
      <h1>Log in</h1>
      <p class="lead">
        This glossary explains the acronyms and terms of this company, and says how far you can trust each definition.
      </p>
      {providers.map(({ name, path }) => (
        <p>
          <a class="button" href={withLoginTarget(path, next)}>
            Sign in with {name}
          </a>
        </p>
      ))}
      {devMode && <DevForm next={next} />}
      {providers.length === 0 && !devMode && <SetupHelp />}
    </section>
  )
}

function DevForm({ next }: Pick<LogInProps, 'next'>) {
  return (
    <form class="stack" action="/auth/dev/login">
      <Field name="email" label="Email address">
        {(props) => (
          <input {...props} type="email" required autocomplete="email" placeholder="you@example.com" autofocus />
        )}
      </Field>
      <input type="hidden" name="next" value={next} />
      <Submit>Log in</Submit>
    </form>
  )
}

function SetupHelp() {
  return (
    <>
      <p>No way to log in has been set up. An administrator of this server can set one up:</p>
      <ul>
        <li>
          For an OpenID provider such as Google, Entra ID, Okta or Keycloak, set <code>SERVICE_OIDC_ISSUER</code>,{' '}
          <code>SERVICE_OIDC_CLIENT_ID</code> and <code>SERVICE_OIDC_CLIENT_SECRET</code>.
        </li>
        <li>
          For Sign in with Slack, set <code>SERVICE_SLACK_CLIENT_ID</code> and <code>SERVICE_SLACK_CLIENT_SECRET</code>.
        </li>
        <li>
          To try the glossary on your own machine, set <code>SERVICE_DEV_MODE=true</code>.
        </li>
      </ul>
      <p>API tokens still work.</p>
    </>
  )
}
