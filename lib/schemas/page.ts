import * as v from 'valibot'
import { uuid } from './text.ts'

/** A whole number in a response: a count, a version, an HTTP status. */
export const whole = v.pipe(v.number(), v.integer())

/** A whole number in a request. In a query string it is parsed from digits. */
export const integer = (min: number, max: number) =>
  v.pipe(
    v.number('must be a whole number'),
    v.integer('must be a whole number'),
    v.minValue(min, `must be at least ${min}`),
    v.maxValue(max, `must be at most ${max}`),
  )

/** The parameters that select a page of a list. */
export const page = ({ defaultLimit, maxLimit }: { defaultLimit: number; maxLimit: number }) => ({
  limit: v.optional(integer(1, maxLimit), defaultLimit),
  offset: v.optional(integer(0, 1_000_000_000), 0),
})

/** The query of a list that is returned as an array with X-Total-Count (contract, section 4). */
export const ArrayPage = v.object(page({ defaultLimit: 50, maxLimit: 500 }))

export const ById = v.object({ id: uuid })
