import type { ConsentRequest } from '../../../lib/context.ts'
import type { User } from '../../../lib/schemas/user.ts'

type ConsentProps = ConsentRequest & {
  title: string
  /** the ID of the request */
  uid: string
  /** who is logged in */
  user: Pick<User, 'id' | 'email'>
}

/**
 * Asks whether an agent may read the glossary: who asks, where the answer goes, what the agent may do and until when.
 */
export function Consent({ title, uid, user, ...request }: ConsentProps) {
  return (
    <section class="message">
      <h1>{title}?</h1>
      <p class="lead">An agent that calls itself “{request.name}” asks to read this glossary for you.</p>
      <Warning {...request} />
      <ul>
        <li>
          {request.clientId.startsWith('https:') ? (
            <>
              It is described at <code>{request.clientId}</code>.
            </>
          ) : (
            'It has registered itself, and nobody has checked its name.'
          )}
        </li>
        <li>
          The answer goes to <strong>{request.destination.host}</strong>.
        </li>
        <li>It can look up, search and list terms. It cannot add or change anything.</li>
        <li>It stays connected until you disconnect it, or until it is not used for 30 days.</li>
      </ul>
      <form method="post" action={`/oauth/consent/${uid}`}>
        <input type="hidden" name="user_id" value={user.id} />
        <p class="actions">
          <button type="submit" class="button" name="answer" value="allow">
            Allow
          </button>
          <button type="submit" class="quiet" name="answer" value="cancel">
            Cancel
          </button>
        </p>
      </form>
      <p class="fine">
        You are logged in as {user.email}. You can disconnect agents under <a href="/tokens">My tokens</a>.
      </p>
    </section>
  )
}

/** Warns of what nobody can check: any program can call itself anything and listen on this computer. */
function Warning({ destination: { kind, host } }: Pick<ConsentRequest, 'destination'>) {
  if (kind === 'server') {
    return (
      <p class="notice">
        Allow this only if you have just connected the glossary at {host}. Anyone can choose the name of an agent.
      </p>
    )
  }
  return (
    <p class="notice">
      The answer goes to {kind === 'app' ? 'an app' : 'a program'} on this computer only, and nobody can check which
      one. Allow this only if you have just started a login in an agent on this computer.
    </p>
  )
}

/** Says that the agent gets the answer, and leads to it if the browser does not go on by itself. */
export function Answered({ title, next }: { title: string; next: string }) {
  return (
    <section class="message">
      <h1>{title}</h1>
      <p class="lead">You can close this page and go back to your agent.</p>
      <p>
        <a href={next}>Continue if nothing happens</a>
      </p>
    </section>
  )
}
