import type { ComponentChildren } from 'preact'
import type { OwnedAgent } from '../schemas/credentials.ts'
import { Confirmation } from './parts/form.tsx'
import { type Listing, Records } from './parts/pager.tsx'
import { HeadedPart } from './parts/part.tsx'
import { Dated, LastUsed } from './parts/relative-time.tsx'
import { buildUrl } from './parts/url.ts'

type AgentsProps = {
  agents: Listing<OwnedAgent>
  /** the path of the page; `agents` in its query is the offset */
  path: string
  /** the path under which agents are disconnected */
  actions: string
  /** whether to say whom each agent reads for */
  withOwners?: boolean
  /** shown if there are none */
  children: ComponentChildren
}

/** Connected agents, which the reader can disconnect. */
export function Agents({ agents, path, actions, withOwners = false, children }: AgentsProps) {
  return (
    <HeadedPart heading={agents.total > 0 ? 'Connected agents' : 'No connected agents'} id="agents">
      <Records {...agents} address={(offset) => buildUrl(path, { agents: offset || undefined })} empty={children}>
        {(agent) => <AgentRecord key={agent.id} {...agent} actions={actions} withOwner={withOwners} />}
      </Records>
    </HeadedPart>
  )
}

type AgentRecordProps = OwnedAgent & Pick<AgentsProps, 'actions'> & { withOwner: boolean }

function AgentRecord({ actions, withOwner, ...agent }: AgentRecordProps) {
  const { id, name, client_id, created_at, last_used_at, owner } = agent
  return (
    <li class="record">
      <div>
        <h3 dir="auto">{name}</h3>
        <p class="facts">
          {withOwner && <span>Reads for {owner.display_name}</span>}
          <span>{hostOf(client_id)}</span>
          <Dated what="Connected" at={created_at} />
          <LastUsed at={last_used_at} />
        </p>
      </div>
      <Confirmation label="Disconnect" about={name} action={`${actions}/${id}/disconnect`} verb="Disconnect agent">
        <p>The agent can no longer read the glossary. It can ask to be connected again.</p>
      </Confirmation>
    </li>
  )
}

/** Who describes the client: the host of its metadata document; a registered client describes itself. */
const hostOf = (clientId: string) => (clientId.startsWith('https:') ? new URL(clientId).host : 'Registered by itself')
