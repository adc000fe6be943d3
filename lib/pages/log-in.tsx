import { Field } from './parts/form.tsx'

/** The ways to log in that the settings open; where they open none, what the operator has to set. */
export function LogIn({ slack, devMode }: { slack: boolean; devMode: boolean }) {
  return (
    <section class="message">
      <h1>Log in</h1>
      <p class="lead">
        <dfn>glossary</dfn> <i>noun</i> What the words mean that this company says every day, and
        how far each meaning can be trusted.
      </p>
      {slack && (
        <p>
          <a class="button" href="/auth/slack/login">
            Sign in with Slack
          </a>
        </p>
      )}
      {devMode && <DevForm />}
      {!slack && !devMode && <NoDoor />}
    </section>
  )
}

function DevForm() {
  return (
    <form class="stack" action="/auth/dev/login">
      <Field name="email" label="E-mail address">
        {(props) => (
          <input
            {...props}
            type="email"
            required
            autocomplete="email"
            placeholder="you@example.com"
            autofocus
          />
        )}
      </Field>
      <button type="submit" class="button">
        Log in
      </button>
    </form>
  )
}

function NoDoor() {
  return (
    <>
      <p>There is no way to log in yet: whoever runs this server has to open one.</p>
      <ul>
        <li>
          For Sign in with Slack, set <code>SERVICE_SLACK_CLIENT_ID</code> and{' '}
          <code>SERVICE_SLACK_CLIENT_SECRET</code>.
        </li>
        <li>
          To try things out on a machine of one's own, set <code>SERVICE_DEV_MODE=true</code>.
        </li>
      </ul>
      <p>API tokens go on working.</p>
    </>
  )
}
