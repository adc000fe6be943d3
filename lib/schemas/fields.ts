import * as v from 'valibot'
import { type Fault, Problem } from '../problem.ts'

type Schema = v.GenericSchema
/** The schema of things with named fields. */
export type Fields = v.ObjectSchema<v.ObjectEntries, undefined>

/**
 * Checks input against its schema.
 *
 * @throws Problem `validation_failed` with every fault
 */
export function parse<S extends Schema>(schema: S, input: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, input, { abortPipeEarly: true })
  if (result.success) return result.output
  throw new Problem('validation_failed', { errors: result.issues.map(toFault) })
}

function toFault(issue: v.BaseIssue<unknown>): Fault {
  const path = v.getDotPath(issue) ?? ''
  const isMissing = issue.kind === 'schema' && issue.input === undefined
  if (isMissing) return { path, message: 'is required' }
  if (issue.kind === 'schema' && issue.type === 'object')
    return { path, message: 'must be an object' }
  return { path, message: issue.message }
}

/**
 * Makes what reads the fields of a query string or a form: text becomes what the schema wants.
 *
 * @param options `blankIsAbsent`: HTML forms send the fields that nobody filled in as well
 * @returns a function that throws Problem `validation_failed`, also for a field given twice that is no list
 */
export function fieldReader<S extends Fields>(schema: S, { blankIsAbsent = false } = {}) {
  const fields = Object.entries(schema.entries).map(([name, entry]) => ({
    name,
    type: innermost(entry as Nested),
  }))
  return (sent: URLSearchParams): v.InferOutput<S> => {
    const record: Record<string, unknown> = {}
    for (const { name, type } of fields) {
      if (!sent.has(name)) continue
      const values = sent.getAll(name).filter((value) => !blankIsAbsent || value.trim() !== '')
      if (values.length > 0 && type === 'array') record[name] = values
      else if (values.length > 1) {
        const errors = [{ path: name, message: 'must be given once' }]
        throw new Problem('validation_failed', { errors })
      } else if (values[0] !== undefined) record[name] = readAs(type, values[0])
    }
    return parse(schema, record)
  }
}

type Nested = { type: string; wrapped?: Nested; pipe?: readonly [Nested, ...unknown[]] }

/** The type that a field has inside of its optional() and pipe(). */
function innermost(schema: Nested): string {
  if (schema.wrapped) return innermost(schema.wrapped)
  return schema.pipe ? innermost(schema.pipe[0]) : schema.type
}

/** A field holds text only: digits become a number where a number is wanted, and so on. */
function readAs(type: string, value: string): unknown {
  if (type === 'number' && /^\d{1,15}$/.test(value)) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}
