import * as v from 'valibot'
import { Problem } from '../problem.ts'

/**
 * Reads the value of a button. Slack sends it back as we wrote it, but an earlier version may have written it.
 *
 * @throws Problem `not_found` if it is something else
 */
export function readValue<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value)
  if (!result.success) throw new Problem('not_found')
  return result.output
}
