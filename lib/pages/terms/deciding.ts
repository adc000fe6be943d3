import * as v from 'valibot'
import { category, definition, fullName, name } from '../../schemas/content.ts'
import type { Acceptance } from '../../schemas/proposal.ts'
import type { Term } from '../../schemas/term.ts'
import { aliasFields, readAliases } from './alias-fields.ts'

/** The form that accepts a proposal: the final texts of the fields that conflict, if any do. */
export const DecisionForm = v.object({
  name: v.optional(name),
  full_name: v.optional(fullName),
  definition: v.optional(definition),
  category: v.optional(category),
  ...aliasFields,
})
type Decision = v.InferOutput<typeof DecisionForm>

/** The final values of the fields that a form has. A blank field clears what a term need not have. */
export function decidedFields(
  term: Term,
  form: { typed: URLSearchParams; read(): Decision },
): Acceptance['fields'] {
  const { name, definition, full_name = null, category = null, ...lists } = form.read()
  return {
    ...(name && { name }),
    ...(definition && { definition }),
    ...(form.typed.has('full_name') && { full_name }),
    ...(form.typed.has('category') && { category }),
    ...(form.typed.has('aliases') && { aliases: readAliases(name ?? term.name, lists) }),
  }
}
