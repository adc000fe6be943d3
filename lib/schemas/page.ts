import * as v from 'valibot'

/** A count, a version, a status: what we answer with is whole. */
export const whole = v.pipe(v.number(), v.integer())

/** A whole number within bounds. In a query string it is read from digits. */
export const integer = (least: number, most: number) =>
  v.pipe(
    v.number('must be a whole number'),
    v.integer('must be a whole number'),
    v.minValue(least, `must be at least ${least}`),
    v.maxValue(most, `must be at most ${most}`),
  )

/** How many items a page holds, and how many come before it. */
export const page = (limits: { limit: number; most: number }) => ({
  limit: v.optional(integer(1, limits.most), limits.limit),
  offset: v.optional(integer(0, 1_000_000_000), 0),
})

/** The page of the lists that answer with an array and X-Total-Count (contract, section 4). */
export const ArrayPage = v.object(page({ limit: 50, most: 500 }))

export const ById = v.object({ id: v.pipe(v.string(), v.uuid()) })
