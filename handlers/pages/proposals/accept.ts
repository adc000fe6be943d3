import * as v from 'valibot'
import { acceptProposal } from '../../../lib/review/proposals.ts'
import { content, inputs, ofContent, plainFields } from '../../../lib/schemas/content.ts'
import type { Acceptance } from '../../../lib/schemas/proposal.ts'
import type { Term } from '../../../lib/schemas/term.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { entryForm, pathAfter } from '../../../lib/web/entry-link.ts'
import { listFields, readAliases } from '../../../lib/web/list-fields.ts'
import { page } from '../../../lib/web/page.tsx'
import { respondToDecision } from './respond-to-decision.tsx'

/** The form that accepts a proposal: the final texts of the fields that conflict, if any do. */
const DecisionForm = v.object({ ...v.partial(v.object(ofContent('sent'))).entries, ...listFields })

/** Accepts a proposed change. If the term has changed since, shows both versions instead. */
export default page(
  {
    path: '/proposals/:id/accept',
    summary: 'Accept a proposed change',
    params: ById,
    form: v.object({ ...DecisionForm.entries, ...entryForm }),
  },
  (input) => {
    const { ctx, actor, params, form } = input
    return respondToDecision(input, params.id, async () => {
      const { id: termId } = await acceptProposal(ctx, actor, params.id, (term) => decidedFields(term, form))
      return pathAfter(ctx, actor, form.read(), { termId, done: 'accepted' })
    })
  },
)

/** The final values of the fields that a form has. A blank field clears what a term need not have. */
function decidedFields(
  term: Term,
  form: { typed: URLSearchParams; read(): v.InferOutput<typeof DecisionForm> },
): Acceptance['fields'] {
  const read = form.read()
  const texts = plainFields
    .filter((field) => read[field] || (form.typed.has(field) && !inputs[field].isRequired))
    .map((field) => [field, read[field] ?? content[field].blank])
  return {
    ...Object.fromEntries(texts),
    ...(form.typed.has('aliases') && { aliases: readAliases(read.name ?? term.name, read) }),
    ...(form.typed.has('links') && { links: read.links ?? [] }),
  }
}
