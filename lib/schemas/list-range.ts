import * as v from 'valibot'
import { integer } from './numbers.ts'

/** The parameters that select a part of a list. */
export const listRange = ({ defaultLimit = 50, maxLimit = 500 } = {}) => ({
  limit: v.optional(integer(1, maxLimit), defaultLimit),
  offset: v.optional(integer(0, 1_000_000_000), 0),
})

/** The query of a list that is returned as an array with X-Total-Count (contract, section 4). */
export const ListRange = v.object(listRange())
export type ListRange = v.InferOutput<typeof ListRange>
