import * as v from 'valibot'
import { inputs, ofContent, plainFields } from '../../../lib/schemas/content.ts'
import type { Acceptance } from '../../../lib/schemas/proposal.ts'
import type { Term } from '../../../lib/schemas/term.ts'
import { aliasFields, readAliases } from '../../../lib/web/alias-fields.ts'

/** The form that accepts a proposal: the final texts of the fields that conflict, if any do. */
export const DecisionForm = v.object({
  ...v.partial(v.object(ofContent('sent'))).entries,
  ...aliasFields,
})
type Decision = v.InferOutput<typeof DecisionForm>

/** The final values of the fields that a form has. A blank field clears what a term need not have. */
export function decidedFields(
  term: Term,
  form: { typed: URLSearchParams; read(): Decision },
): Acceptance['fields'] {
  const read = form.read()
  const texts = plainFields
    .filter((field) => read[field] || (form.typed.has(field) && !inputs[field].isRequired))
    .map((field) => [field, read[field] ?? null])
  return {
    ...Object.fromEntries(texts),
    ...(form.typed.has('aliases') && { aliases: readAliases(read.name ?? term.name, read) }),
  }
}
