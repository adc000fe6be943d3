import * as v from 'valibot'
import { answerQuestions } from '../../../lib/review/ask.ts'
import { note } from '../../../lib/schemas/term.ts'
import { entryForm, pathAfter } from '../../../lib/web/entry-link.ts'
import { inOneLine } from '../../../lib/web/parts/form.tsx'
import { termAction } from './respond-to-action.tsx'

export default termAction(
  {
    path: '/terms/:id/reply',
    summary: 'Answer a question about one’s own report',
    form: v.object({ reply: inOneLine(note), ...entryForm }),
  },
  async ({ ctx, actor, params: { id }, form }) => {
    const { reply, ...place } = form.read()
    await answerQuestions(ctx, actor, id, reply)
    return pathAfter(ctx, actor, place, { termId: id, done: 'replied' })
  },
)
