import * as v from 'valibot'

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
