import type * as v from 'valibot'

type Projection = (value: unknown) => unknown
type Composite = v.GenericSchema & {
  entries: Record<string, v.GenericSchema>
  item: v.GenericSchema
  wrapped: v.GenericSchema
  value: v.GenericSchema
}

/**
 * Makes what leaves of a value only the fields that a schema names, however deep: what an answer does not
 * promise never leaves. What has nothing else is given back as it is. Whether the fields are right is not
 * looked at: types and tests see to that.
 *
 * @throws Error for a kind of schema that answers do not use, as it could not be told what to leave out
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
  const names = Object.keys(entries)
  const composites = Object.entries(entries)
    .map(([name, schema]) => ({ name, project: projection(schema) }))
    .filter(({ project }) => project !== asItIs)
  return (value) => {
    const given = value as Record<string, unknown>
    let kept = isMadeOf(given, names) ? given : pick(given, names)
    for (const { name, project } of composites) {
      const part = project(kept[name])
      if (part === kept[name]) continue
      if (kept === given) kept = pick(given, names)
      kept[name] = part
    }
    return kept
  }
}

/** Whether an object has exactly these fields, in their order. */
function isMadeOf(value: object, names: readonly string[]) {
  let at = 0
  for (const key in value) if (key !== names[at++]) return false
  return at === names.length
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
    for (let at = 0; at < given.length; at++) {
      const part = project(given[at])
      if (part === given[at]) continue
      if (kept === given) kept = [...given]
      kept[at] = part
    }
    return kept
  }
}

function ofNullable(project: Projection): Projection {
  return project === asItIs ? asItIs : (value) => (value === null ? null : project(value))
}

const ofRecord =
  (project: Projection): Projection =>
  (value) =>
    Object.fromEntries(
      Object.entries(value as object).map(([name, member]) => [name, project(member)]),
    )
