import * as v from 'valibot'
import { integer } from './numbers.ts'

type Limits = { min?: number; max: number; message?: string }

const entries = (count: number) => (count === 1 ? '1 entry' : `${count} entries`)

type Remake = (entry: v.GenericSchema) => v.GenericSchema
const remakes = new WeakMap<object, Remake>()

/** Returns what makes the same list of other entries; undefined for what is no list of `list`. */
export const remakeOf = (schema: object): Remake | undefined => remakes.get(schema)

/**
 * A list that is refused by its length before its entries are read, so that a long one costs nothing (contract,
 * section 18). Every list in a request is of this kind.
 *
 * @param entry the schema of its entries
 * @param limits how many entries it has (`min` is 0 by default), and the message for what is no list
 */
export function list<const Entry extends v.GenericSchema>(
  entry: Entry,
  { min = 0, max, message = 'must be a list' }: Limits,
) {
  const bounded = <const Item extends v.GenericSchema>(item: Item) =>
    v.pipe(
      v.array(item, message),
      v.minLength(min, `must have at least ${entries(min)}`),
      v.maxLength(max, `must have at most ${entries(max)}`),
    )
  const [unread, schema] = [bounded(v.unknown()), bounded(entry)]
  const run: (typeof schema)['~run'] = (dataset, config) => {
    const length = unread['~run']({ value: dataset.value }, config)
    return length.issues ? (length as ReturnType<typeof run>) : schema['~run'](dataset, config)
  }
  const made = { ...schema, '~run': run }
  remakes.set(made, (other) => list(other, { min, max, message }))
  return made
}

/** The parameters that select a part of a list. */
export const listRange = ({ defaultLimit = 50, maxLimit = 500 } = {}) => ({
  limit: v.optional(integer(1, maxLimit), defaultLimit),
  offset: v.optional(integer(0, 1_000_000_000), 0),
})

/** The query of a list that is returned as an array with X-Total-Count (contract, section 4). */
export const ListRange = v.object(listRange())
export type ListRange = v.InferOutput<typeof ListRange>

/** The query of a page with a list: where its part begins. */
export const ByOffset = v.pick(ListRange, ['offset'])

/** Says what is wrong with an entry that may be a text or an object: more than that, if it is one of both. */
export const adviseEntry = ({ issues }: v.UnionIssue<v.BaseIssue<unknown>>) =>
  issues?.find(({ kind }) => kind === 'validation')?.message ?? 'must be text or an object'
