import type { Problem } from '../problem.ts'
import type { ApiToken } from '../schemas/token.ts'
import { addressOf } from './parts/address.ts'
import { Announcement } from './parts/announcement.tsx'
import { Confirmation } from './parts/confirmation.tsx'
import { Field, Refusal } from './parts/form.tsx'
import type { Listing } from './parts/listing.ts'
import { rangeOf } from './parts/pager.tsx'
import { Records } from './parts/records.tsx'
import { RelativeTime } from './parts/relative-time.tsx'

type TokensProps = {
  tokens: Listing<ApiToken>
  /** the token that was just made: the only time that it is shown */
  created?: { name: string; token: string }
  /** what was typed into the form, and what is wrong with it */
  typed?: URLSearchParams
  problem?: Problem
  /** SERVICE_APP_URL */
  appUrl: string
}

/** The page of one's API tokens. */
export function TokensPage(props: TokensProps) {
  return (
    <>
      <div class="page-head">
        <h1>My tokens</h1>
        <p class="lead">
          With a token a script, a build or an AI agent asks the glossary in your name.
        </p>
      </div>
      <Tokens {...props} />
      <Usage appUrl={props.appUrl} />
    </>
  )
}

/** What htmx swaps: the new token, the form and the list. */
export function Tokens({ isPart = false, ...props }: TokensProps & { isPart?: boolean }) {
  const { tokens, created } = props
  return (
    <>
      <section
        id="tokens"
        aria-label="Tokens"
        hx-target="#tokens"
        hx-swap="outerHTML show:window:top"
      >
        {created && <NewToken {...created} />}
        <CreateToken {...props} />
        <section class="part">
          <h2>{tokens.total > 0 ? 'In use' : 'None yet'}</h2>
          <div>
            <Records
              {...tokens}
              address={(offset) => addressOf('/tokens', { offset: offset || undefined })}
              empty={<NoTokens />}
            >
              {(token) => <TokenRecord key={token.id} {...token} />}
            </Records>
          </div>
        </section>
      </section>
      {isPart && <Announcement text={news(props)} />}
    </>
  )
}

function news({ created, problem, tokens }: TokensProps): string {
  if (created) return 'The token is made. It is shown this once: copy it now.'
  return problem ? '' : rangeOf(tokens)
}

function NewToken({ name, token }: { name: string; token: string }) {
  return (
    <section class="new-token">
      <h2>
        <label for="token">The token “{name}”</label>
      </h2>
      <div class="copying">
        <input
          id="token"
          class="secret"
          value={token}
          readonly
          autofocus
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          aria-describedby="token-hint"
        />
        <button type="button" class="button scripted" data-copies="token">
          Copy
        </button>
      </div>
      <p class="fine" id="token-hint">
        It is shown this once and cannot be had again. Put it where you keep passwords.
      </p>
    </section>
  )
}

function CreateToken({ typed = new URLSearchParams(), problem }: TokensProps) {
  const scope = typed.get('scopes') ?? 'read'
  return (
    <section class="part">
      <h2>A new one</h2>
      <form class="stack" method="post" action="/tokens" hx-post="/tokens" hx-sync="this:drop">
        {problem && <Refusal problem={problem} />}
        <Field
          name="name"
          label="Name"
          hint="What will use it, so that you know it again."
          errors={problem?.members.errors}
        >
          {(props) => (
            <input
              {...props}
              required
              maxlength={100}
              autocomplete="off"
              value={typed.get('name') ?? ''}
            />
          )}
        </Field>
        <fieldset class="choices">
          <legend>What it may do</legend>
          <label>
            <input type="radio" name="scopes" value="read" checked={scope !== 'write'} />
            <span>Read: look up, search and export</span>
          </label>
          <label>
            <input type="radio" name="scopes" value="write" checked={scope === 'write'} />
            <span>Read and write: also add, edit and vote, as you may</span>
          </label>
        </fieldset>
        <button type="submit" class="button" id="create-token">
          Create token
        </button>
      </form>
    </section>
  )
}

function TokenRecord({ id, name, scopes, created_at, last_used_at }: ApiToken) {
  return (
    <li class="record">
      <div>
        <h3>{name}</h3>
        <p class="facts">
          <span>{scopes.includes('write') ? 'Reads and writes' : 'Reads'}</span>
          <span>
            Created <RelativeTime at={created_at} />
          </span>
          {last_used_at ? (
            <span>
              Last used <RelativeTime at={last_used_at} />
            </span>
          ) : (
            <span>Never used</span>
          )}
        </p>
      </div>
      <Confirmation
        label="Revoke"
        about={name}
        action={`/tokens/${id}/revoke`}
        verb="Revoke this token"
      >
        <p>Whatever uses it is refused from then on. This cannot be taken back.</p>
      </Confirmation>
    </li>
  )
}

function NoTokens() {
  return (
    <>
      <p>
        A token stands in for your password where no person is at the keyboard: a script, a build
        server, an AI agent.
      </p>
      <p>
        Make one above, then see <a href="#usage">how it is used</a>.
      </p>
    </>
  )
}

function Usage({ appUrl }: { appUrl: string }) {
  return (
    <section class="part" id="usage">
      <h2>How one is used</h2>
      <div>
        <p>
          A script sends it along with every request. <a href="/docs">The API</a> tells what can be
          asked.
        </p>
        <pre class="sample">
          <code>{`curl -H "Authorization: Bearer $GLOSSARY_TOKEN" "${appUrl}/api/v1/terms?q=sla"`}</code>
        </pre>
        <p>
          An AI agent looks words up by itself once it knows the MCP endpoint. This is how Claude
          Code gets to know it; other clients take the same address and header.
        </p>
        <pre class="sample">
          <code>{`claude mcp add --transport http glossary ${appUrl}/mcp --header "Authorization: Bearer $GLOSSARY_TOKEN"`}</code>
        </pre>
      </div>
    </section>
  )
}
