import { formatNames } from '../../../lib/export/formats.ts'
import type { Problem } from '../../../lib/problem.ts'
import { type ApiToken, lifetimes, type OwnedAgent, type Scope } from '../../../lib/schemas/credentials.ts'
import { Agents } from '../../../lib/web/agents.tsx'
import { NameField, NewSecret, Sample } from '../../../lib/web/parts/copying.tsx'
import { Confirmation, Field, Refusal } from '../../../lib/web/parts/form.tsx'
import { PageHead } from '../../../lib/web/parts/page-head.tsx'
import { type Listing, Records, rangeOf } from '../../../lib/web/parts/pager.tsx'
import { HeadedPart, PagePart } from '../../../lib/web/parts/part.tsx'
import { Dated, LastUsed, RelativeTime } from '../../../lib/web/parts/relative-time.tsx'

type TokensProps = {
  tokens: Listing<ApiToken>
  /** the new token; this is the only time it is shown */
  created?: { name: string; token: string; scopes: readonly Scope[] }
  /** what the form has: as it was sent, if it was rejected */
  typed?: URLSearchParams
  problem?: Problem
  /** origin for the samples: SERVICE_APP_URL, or in development mode the one that the browser used */
  origin: string
}

/** The page of the reader's API tokens, and of the agents that have logged in, null while they cannot. */
export function TokensPage({
  agents,
  endpoint,
  ...props
}: TokensProps & {
  agents: Listing<OwnedAgent> | null
  /** the URL of the MCP endpoint: SERVICE_APP_URL, which is part of the login, even in development mode */
  endpoint: string
}) {
  return (
    <>
      <PageHead
        title="My tokens"
        lead="Tokens let scripts, builds and AI agents use the glossary on your behalf."
        help="mcp.md"
      />
      <Tokens {...props} />
      {agents && (
        <Agents agents={agents} path="/tokens" actions="/agents">
          <p>
            Claude, ChatGPT, Cursor, VS Code and others connect without a token: add <code>{endpoint}</code> as an MCP
            server there, then log in here.
          </p>
        </Agents>
      )}
      <Usage origin={props.origin} />
    </>
  )
}

/** The new token, the form and the list, which htmx replaces. */
export function Tokens({ isPart = false, ...props }: TokensProps & { isPart?: boolean }) {
  const { tokens, created } = props
  return (
    <PagePart id="tokens" label="Tokens" toTop says={isPart && announcementOf(props)}>
      {created && <NewToken {...created} origin={props.origin} />}
      <CreateToken {...props} />
      <HeadedPart heading={tokens.total > 0 ? 'Your tokens' : 'No tokens yet'}>
        <Records {...tokens} address="/tokens" empty={<NoTokens />}>
          {(token) => <TokenRecord key={token.id} {...token} />}
        </Records>
      </HeadedPart>
    </PagePart>
  )
}

type NewTokenProps = NonNullable<TokensProps['created']> & Pick<TokensProps, 'origin'>

/** The token, or for feeds the URL that contains it. */
function NewToken({ name, token, scopes, origin }: NewTokenProps) {
  if (!scopes.includes('feed')) {
    return (
      <>
        <NewSecret id="token" label={`Token “${name}”`} secret={token} what="the token">
          Copy it now; you won’t see it again. Keep it where you keep passwords.
        </NewSecret>
        <TokenSamples id="new-token" origin={origin} token={token} />
      </>
    )
  }
  const secret = `${origin}/feeds/${token}/json`
  const others = formatNames.filter((format) => format !== 'json' && format !== 'pairs')
  return (
    <NewSecret id="token" label={`URL of the feed “${name}”`} secret={secret} what="the URL">
      Copy it now; you won’t see it again. Whoever has it can read the glossary. For another format, replace json at the
      end by {new Intl.ListFormat('en', { type: 'disjunction' }).format(others)}.
    </NewSecret>
  )
}

function announcementOf({ created, problem, tokens }: TokensProps): string {
  if (created) return 'Token created. Copy it now; you won’t see it again.'
  return problem ? '' : rangeOf(tokens)
}

function CreateToken({ typed = new URLSearchParams(), problem }: TokensProps) {
  const scope = typed.get('scopes') ?? 'read'
  return (
    <section class="part">
      <h2>New token</h2>
      <form class="stack" method="post" action="/tokens" hx-post="/tokens" hx-sync="this:drop">
        {problem && <Refusal problem={problem} values={typed} />}
        <NameField hint="What will use it, so that you can recognize it later." typed={typed} problem={problem} />
        <fieldset class="choices">
          <legend>Permissions</legend>
          <label>
            <input type="radio" name="scopes" value="read" checked={scope === 'read'} />
            <span>Read: look up, search and export</span>
          </label>
          <label>
            <input type="radio" name="scopes" value="write" checked={scope === 'write'} />
            <span>Read and write: also add, edit and vote, within your own permissions</span>
          </label>
          <label>
            <input type="radio" name="scopes" value="feed" checked={scope === 'feed'} />
            <span>Feed: a URL for tools that can only open a URL; reads the export</span>
          </label>
        </fieldset>
        <Field name="lifetime" label="Expires" errors={problem?.members.errors}>
          {(props) => (
            <select {...props}>
              <option value="">Never</option>
              {lifetimes.map((days) => (
                <option key={days} value={days} selected={typed.get('lifetime') === days}>
                  After {days} days
                </option>
              ))}
            </select>
          )}
        </Field>
        <button type="submit" class="button" id="create-token">
          Create token
        </button>
      </form>
    </section>
  )
}

function TokenRecord({ id, name, scopes, created_at, last_used_at, expires_at }: ApiToken) {
  return (
    <li class="record">
      <div>
        <h3 dir="auto">{name}</h3>
        <p class="facts">
          <span>{permissionOf(scopes)}</span>
          <Dated what="Created" at={created_at} />
          <LastUsed at={last_used_at} />
          {expires_at && <Expiry at={expires_at} />}
        </p>
      </div>
      <Confirmation label="Revoke" about={name} action={`/tokens/${id}/revoke`} verb="Revoke token">
        <p>Anything that uses this token stops working. You cannot undo this.</p>
      </Confirmation>
    </li>
  )
}

function Expiry({ at }: { at: string }) {
  const isOver = Date.parse(at) <= Date.now()
  return (
    <span class={isOver ? 'bad' : undefined}>
      {isOver ? 'Expired' : 'Expires'} <RelativeTime at={at} />
    </span>
  )
}

function permissionOf(scopes: readonly Scope[]): string {
  if (scopes.includes('feed')) return 'Feed'
  return scopes.includes('write') ? 'Read and write' : 'Read'
}

function NoTokens() {
  return (
    <>
      <p>A script, a build server or an AI agent uses a token instead of logging in.</p>
      <p>
        Create a token above, then see <a href="#usage">how to use it</a>.
      </p>
    </>
  )
}

function Usage({ origin }: Pick<TokensProps, 'origin'>) {
  return (
    <HeadedPart heading="Using a token" id="usage">
      <p>
        Once it is connected, an AI agent looks terms up by itself. A script sends the token with every request to the{' '}
        <a href="/docs">API</a>.
      </p>
      <TokenSamples id="sample" origin={origin} token="$GLOSSARY_TOKEN" />
      <p>
        In the browser: the <a href="/extension.zip">extension</a> marks the words of the glossary on the sites that you
        allow. <a href="/help/extension">How to add it</a>; it wants a token that may{' '}
        <a href="/tokens?name=extension">only read</a>.
      </p>
    </HeadedPart>
  )
}

type Values = { origin: string; token: string }

type Use = { id: string; label: string; text(values: Values): string }

/** How a script and three agents use a token. Other clients need the same URL and header. */
const uses: readonly Use[] = [
  {
    id: 'claude',
    label: 'Claude Code',
    text: ({ origin, token }) =>
      `claude mcp add --transport http glossary ${origin}/mcp --header "Authorization: Bearer ${token}"`,
  },
  {
    id: 'cursor',
    label: 'Cursor',
    text: ({ origin, token }) =>
      `# ~/.cursor/mcp.json\n${toJson({ mcpServers: { glossary: serverOf(origin, token) } })}`,
  },
  {
    id: 'code',
    label: 'VS Code',
    text: ({ origin, token }) => {
      const server = { name: 'glossary', type: 'http', ...serverOf(origin, token) }
      return `code --add-mcp '${JSON.stringify(server)}'`
    },
  },
  {
    id: 'script',
    label: 'Script',
    text: ({ origin, token }) => `curl -H "Authorization: Bearer ${token}" "${origin}/api/v1/terms?q=sla"`,
  },
]

const serverOf = (origin: string, token: string) => ({
  url: `${origin}/mcp`,
  headers: { Authorization: `Bearer ${token}` },
})
const toJson = (value: object) => JSON.stringify(value, null, 2)

/** Commands that use a token, one in each tab: radio buttons, which work without JavaScript. */
function TokenSamples({ id: group, ...values }: Values & { id: string }) {
  return (
    <fieldset class="tab-panels">
      <legend class="visually-hidden">What uses the token</legend>
      {uses.map(({ id, label, text }, i) => (
        <>
          <input type="radio" name={group} id={`${group}-${id}-tab`} checked={i === 0} />
          <label for={`${group}-${id}-tab`}>{label}</label>
          <div class="tab-panel">
            <Sample id={`${group}-${id}`} label={`the text for ${label}`}>
              {text(values)}
            </Sample>
          </div>
        </>
      ))}
    </fieldset>
  )
}
