import * as v from 'valibot'
import { list } from './list.ts'
import { text, timestamp, uuid } from './text.ts'
import { Person } from './user.ts'

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
