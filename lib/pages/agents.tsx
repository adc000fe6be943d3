import type { OwnedAgent } from '../schemas/agent.ts'
import { Confirmation } from './parts/confirmation.tsx'
import type { Listing } from './parts/listing.ts'
import { Records } from './parts/records.tsx'
import { RelativeTime } from './parts/relative-time.tsx'
import { buildUrl } from './parts/url.ts'

export type AgentsProps = {
  agents: Listing<OwnedAgent>
  /** the ID of the user who looks at the page */
  viewerId: string
  /** the URL of the MCP endpoint: SERVICE_APP_URL, which is part of the login, even in development mode */
  endpoint: string
}

/** The agents that have logged in: the viewer's own, or for admins those of all users. */
export function Agents({ agents, viewerId, endpoint }: AgentsProps) {
  return (
    <section class="part" id="agents">
      <h2>{agents.total > 0 ? 'Connected agents' : 'No connected agents'}</h2>
      <div>
        <Records
          {...agents}
          address={(offset) => buildUrl('/tokens', { agents: offset || undefined })}
          empty={
            <p>
              Claude, ChatGPT, Cursor, VS Code and others connect without a token: add{' '}
              <code>{endpoint}</code> as an MCP server there, then log in here.
            </p>
          }
        >
          {(agent) => <AgentRecord key={agent.id} {...agent} isOwn={agent.owner.id === viewerId} />}
        </Records>
      </div>
    </section>
  )
}

function AgentRecord(props: OwnedAgent & { isOwn: boolean }) {
  const { id, name, client_id, created_at, last_used_at, owner, isOwn } = props
  return (
    <li class="record">
      <div>
        <h3 dir="auto">{name}</h3>
        <p class="facts">
          {!isOwn && <span>Reads for {owner.display_name}</span>}
          <span>{hostOf(client_id)}</span>
          <span>
            Connected <RelativeTime at={created_at} />
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
        label="Disconnect"
        about={name}
        action={`/agents/${id}/disconnect`}
        verb="Disconnect agent"
      >
        <p>The agent can no longer read the glossary. It can ask to be connected again.</p>
      </Confirmation>
    </li>
  )
}

/** Who describes the client: the host of its metadata document; a registered client describes itself. */
const hostOf = (clientId: string) =>
  clientId.startsWith('https:') ? new URL(clientId).host : 'Registered by itself'
