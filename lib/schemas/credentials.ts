import * as v from 'valibot'
import { list } from './list.ts'
import { text, time, timestamp, uuid } from './text.ts'
import { Person } from './user.ts'

/** `feed` stands alone: it opens the URLs of feeds, and nothing else. */
const scopes = ['read', 'write', 'feed'] as const
export const Scope = v.picklist(scopes, `must be one of ${scopes.join(', ')}`)
export type Scope = v.InferOutput<typeof Scope>

export const ApiToken = v.object({
  id: uuid,
  name: v.string(),
  scopes: v.array(Scope),
  user_id: uuid,
  created_at: timestamp,
  last_used_at: v.nullable(timestamp),
  /** null: never */
  expires_at: v.nullable(timestamp),
})
export type ApiToken = v.InferOutput<typeof ApiToken>

/** The response to creating a token, the only one that contains the token itself. */
export const NewApiToken = v.object({ ...ApiToken.entries, token: v.string() })

export const TokenRequest = v.strictObject({
  name: text(100),
  scopes: v.optional(
    v.pipe(
      list(Scope, { min: 1, max: 10, message: 'must be a list of scopes' }),
      v.transform((list) => [...new Set(list)]),
      v.check((list) => list.length === 1 || !list.includes('feed'), 'must have "feed" alone'),
    ),
    ['read'],
  ),
  expires_at: v.nullish(
    v.pipe(
      time,
      v.check((value) => Date.parse(value) > Date.now(), 'must be in the future'),
    ),
  ),
})

/** After how many days a token expires that is created on the page. */
export const lifetimes = ['30', '90', '365'] as const

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

export const EmbedKey = v.object({
  id: uuid,
  name: v.string(),
  origins: v.array(v.string()),
  created_by: Person,
  created_at: timestamp,
  last_used_at: v.nullable(timestamp),
})
export type EmbedKey = v.InferOutput<typeof EmbedKey>

/** The response to creating a key, the only one that contains the key itself. */
export const NewEmbedKey = v.object({ ...EmbedKey.entries, key: v.string() })
export type NewEmbedKey = v.InferOutput<typeof NewEmbedKey>

/** `*` would be taken for a part of the name. */
const origin = /^https?:\/\/[^\s/?#@\\*]+$/i

/** An origin as browsers send it: in lower case, in ASCII, without a port that is the usual one. */
const Origin = v.pipe(
  text(300),
  v.check(
    (value) => origin.test(value) && URL.canParse(value),
    'must be like https://wiki.example.com, without a path or wildcard',
  ),
  v.metadata({ jsonSchema: { format: 'uri' } }),
  v.transform((value) => new URL(value).origin),
)

/** A list of origins, each once. */
export const origins = v.pipe(
  list(Origin, { min: 1, max: 20, message: 'must be a list of origins' }),
  v.transform((list) => [...new Set(list)]),
)

export const EmbedKeyRequest = v.object({ name: text(100), origins })
export type EmbedKeyRequest = v.InferOutput<typeof EmbedKeyRequest>
