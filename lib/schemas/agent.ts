import * as v from 'valibot'
import { timestamp, uuid } from './text.ts'
import { Person } from './user.ts'

/** An agent that a person has allowed to use MCP. */
export const Agent = v.object({
  id: uuid,
  name: v.string(),
  client_id: v.string(),
  scopes: v.array(v.literal('read')),
  created_at: timestamp,
  last_used_at: v.nullable(timestamp),
  expires_at: timestamp,
})
export type Agent = v.InferOutput<typeof Agent>

/** An agent as admins see it, with the person whom it reads for. */
export const OwnedAgent = v.object({ ...Agent.entries, owner: Person })
export type OwnedAgent = v.InferOutput<typeof OwnedAgent>
