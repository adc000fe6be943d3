import type * as v from 'valibot'

type Projection = (value: unknown) => unknown
type Composite = v.GenericSchema & {
  entries: Record<string, v.GenericSchema>
  item: v.GenericSchema
  wrapped: v.GenericSchema
  value: v.GenericSchema
}

/**
 * Makes what copies of a value only the fields that a schema names, however deep: what an answer does not
 * promise never leaves. Whether the fields are right is not looked at: types and tests see to that.
 *
 * @throws Error for a kind of schema that answers do not use, as it could not be told what to copy
 */
export function projection(schema: v.GenericSchema): Projection {
  const { type, entries, item, wrapped, value } = schema as Composite
  if (type === 'object') return ofObject(entries)
  if (type === 'array') return ofArray(projection(item))
  if (type === 'nullable') return ofNullable(projection(wrapped))
  if (type === 'record') return ofRecord(projection(value))
  if (scalars.has(type)) return asItIs
  throw new Error(`answers are not made of ${type}`)
}

const scalars = new Set(['string', 'number', 'boolean', 'picklist', 'literal', 'unknown'])

const asItIs: Projection = (value) => value

function ofObject(entries: Record<string, v.GenericSchema>): Projection {
  const fields = Object.entries(entries).map(
    ([name, schema]) => [name, projection(schema)] as const,
  )
  return (value) => {
    const copy: Record<string, unknown> = {}
    for (const [name, project] of fields) {
      copy[name] = project((value as Record<string, unknown>)[name])
    }
    return copy
  }
}

const ofArray =
  (project: Projection): Projection =>
  (value) =>
    (value as unknown[]).map(project)

const ofNullable =
  (project: Projection): Projection =>
  (value) =>
    value === null ? null : project(value)

const ofRecord =
  (project: Projection): Projection =>
  (value) =>
    Object.fromEntries(
      Object.entries(value as object).map(([name, member]) => [name, project(member)]),
    )
