import * as v from 'valibot'
import { type Fault, invalid, Problem } from '../problem.ts'

type Schema = v.GenericSchema
export type Fields = v.ObjectSchema<v.ObjectEntries, undefined> | v.StrictObjectSchema<v.ObjectEntries, undefined>

/**
 * Validates input and returns the parsed value.
 *
 * @throws Problem `validation_failed` with all errors
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
  // Of a strict object, whose unknown fields are refused.
  if (issue.expected === 'never') return { path, message: 'is not a known field' }
  if (issue.kind === 'schema' && /^(strict_)?object$/.test(issue.type)) return { path, message: 'must be an object' }
  return { path, message: issue.message }
}

/**
 * Creates a function that parses a query string or a form. Numbers and booleans are converted from text.
 *
 * @param options `blankIsAbsent` treats blank fields as absent, because HTML forms send every field
 * @returns a function that throws Problem `validation_failed`, for example if a field that is not a list occurs twice
 */
export function fieldReader<S extends Fields>(schema: S, { blankIsAbsent = false } = {}) {
  const fields = Object.entries(schema.entries).map(([name, entry]) => ({ name, type: valueType(entry as Nested) }))
  return (sent: URLSearchParams): v.InferOutput<S> => {
    const record: Record<string, unknown> = {}
    for (const { name, type } of fields) {
      if (!sent.has(name)) continue
      const values = sent.getAll(name).filter((value) => !blankIsAbsent || value.trim() !== '')
      if (values.length > 0 && type === 'array') record[name] = values
      else if (values.length > 1) {
        throw invalid(name, 'must be given once')
      } else if (values[0] !== undefined) record[name] = convert(type, values[0])
    }
    return parse(schema, record)
  }
}

type Nested = { type: string; wrapped?: Nested; pipe?: readonly [Nested, ...unknown[]] }

/** Returns the type inside optional() and pipe(). */
function valueType(schema: Nested): string {
  if (schema.wrapped) return valueType(schema.wrapped)
  return schema.pipe ? valueType(schema.pipe[0]) : schema.type
}

/** Converts the text of a field if it is valid for the type; otherwise the schema rejects it. */
function convert(type: string, value: string): unknown {
  if (type === 'number' && /^\d{1,15}$/.test(value)) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}
