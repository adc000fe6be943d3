import type * as v from 'valibot'

type Projection = (value: unknown) => unknown
type Composite = v.GenericSchema & {
  entries: Record<string, v.GenericSchema>
  item: v.GenericSchema
  wrapped: v.GenericSchema
  value: v.GenericSchema
}

/**
 * Creates a function that removes all fields that a schema does not name, at any depth, so that a response
 * never contains more than its contract promises. A value without such fields is returned as it is, not
 * copied. The fields are not validated: types and tests do that.
 *
 * @throws Error for kinds of schemas that responses do not use
 */
export function projection(schema: v.GenericSchema): Projection {
  const { type, entries, item, wrapped, value } = schema as Composite
  if (type === 'object') return ofObject(entries)
  if (type === 'array') return ofArray(projection(item))
  if (type === 'nullable') return ofNullable(projection(wrapped))
  if (type === 'optional') return ofOptional(projection(wrapped))
  if (type === 'record') return ofRecord(projection(value))
  if (scalars.has(type)) return identity
  throw new Error(`responses cannot contain the schema ${type}`)
}

const scalars = new Set(['string', 'number', 'boolean', 'picklist', 'literal', 'unknown'])

const identity: Projection = (value) => value

function ofObject(entries: Record<string, v.GenericSchema>): Projection {
  const names = Object.keys(entries)
  const composites = Object.entries(entries)
    .map(([name, schema]) => ({ name, project: projection(schema) }))
    .filter(({ project }) => project !== identity)
  return (value) => {
    const given = value as Record<string, unknown>
    let kept = hasExactly(given, names) ? given : pick(given, names)
    for (const { name, project } of composites) {
      const part = project(kept[name])
      if (part === kept[name]) continue
      if (kept === given) kept = pick(given, names)
      kept[name] = part
    }
    return kept
  }
}

/** Whether an object has exactly these fields, in this order. */
function hasExactly(value: object, names: readonly string[]) {
  let index = 0
  for (const key in value) if (key !== names[index++]) return false
  return index === names.length
}

function pick(value: Record<string, unknown>, names: readonly string[]) {
  const copy: Record<string, unknown> = {}
  for (const name of names) copy[name] = value[name]
  return copy
}

function ofArray(project: Projection): Projection {
  return (value) => {
    const given = value as unknown[]
    let kept = given
    for (let index = 0; index < given.length; index++) {
      const part = project(given[index])
      if (part === given[index]) continue
      if (kept === given) kept = [...given]
      kept[index] = part
    }
    return kept
  }
}

function ofNullable(project: Projection): Projection {
  return project === identity ? identity : (value) => (value === null ? null : project(value))
}

function ofOptional(project: Projection): Projection {
  return project === identity
    ? identity
    : (value) => (value === undefined ? undefined : project(value))
}

const ofRecord =
  (project: Projection): Projection =>
  (value) =>
    Object.fromEntries(
      Object.entries(value as object).map(([name, member]) => [name, project(member)]),
    )
