import * as v from 'valibot'
import { list } from './list.ts'
import { text, time, timestamp, uuid } from './text.ts'

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

export const TokenRequest = v.object({
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
