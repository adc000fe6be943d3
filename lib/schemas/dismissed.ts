import * as v from 'valibot'
import { timestamp, uuid } from './text.ts'
import { Person } from './user.ts'

/** A suggestion that an editor dismissed. Its ID is that of the term, before and after. */
export const Dismissed = v.object({
  id: uuid,
  name: v.string(),
  full_name: v.nullable(v.string()),
  dismissed_by: Person,
  dismissed_at: timestamp,
})
export type Dismissed = v.InferOutput<typeof Dismissed>
