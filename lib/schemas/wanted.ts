import * as v from 'valibot'
import { whole } from './page.ts'
import { label, timestamp } from './text.ts'

/** Where people look names up. */
export const surfaces = ['page', 'lookup', 'slack', 'mcp'] as const
export type Surface = (typeof surfaces)[number]

/** Whether a text could be the name of a term, and is not an address, a sentence or a number (contract, section 16). */
export const looksLikeName = (text: string) =>
  [...text].length <= 60 && text.trim().split(/\s+/).length <= 6 && !/@|:\/\/|\p{Nd}{7}/u.test(text)

export const WantedName = v.object({
  name: v.string(),
  people: whole,
  lookups: whole,
  surfaces: v.array(v.picklist(surfaces)),
  last_asked_at: timestamp,
})
export type WantedName = v.InferOutput<typeof WantedName>

const name = v.pipe(label(60), v.check(looksLikeName, 'must look like the name of a term'))

/** A name in a path or a form. */
export const ByName = v.object({ name })
