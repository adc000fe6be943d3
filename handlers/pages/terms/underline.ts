import * as v from 'valibot'
import { reviseTerm } from '../../../lib/glossary/revise.ts'
import { content } from '../../../lib/schemas/content.ts'
import { TermEdit } from '../../../lib/schemas/term.ts'
import { termAction } from './respond-to-action.tsx'

/** Lets texts underline a term again, as they did before. */
export default termAction(
  {
    path: '/terms/:id/underline',
    summary: 'Underline a term in texts again',
    form: v.object({ version: TermEdit.entries.version, in_texts: content.in_texts.sent }),
  },
  async ({ ctx, actor, params, form }) => {
    await reviseTerm(ctx, actor, params.id, form.read(), null)
    return 'marked'
  },
)
