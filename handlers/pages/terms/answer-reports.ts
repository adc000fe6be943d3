import * as v from 'valibot'
import { answerReports, type ReportAction } from '../../../lib/review/answer-reports.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { answerForm } from '../../../lib/web/correction.tsx'
import { entryForm, pathAfter } from '../../../lib/web/entry-link.ts'
import { page } from '../../../lib/web/page.tsx'
import { respondToAction } from './respond-to-action.tsx'

/** Answers the reports about a term, on its page or in the inbox. */
export default page(
  {
    path: '/terms/:id/answer',
    summary: 'Answer the reports about a term',
    params: ById,
    form: v.object({ ...answerForm, ...entryForm }),
  },
  (input) => {
    const { ctx, actor, params, form } = input
    const termId = params.id
    return respondToAction(input, termId, async () => {
      const { entry, unread, offset, ...answer } = form.read()
      await answerReports(ctx, actor, termId, answer)
      const done = messages[answer.answer]
      return pathAfter(ctx, actor, { entry, unread, offset }, { termId, done })
    })
  },
)

const messages: Record<ReportAction, string> = {
  correct: 'corrected',
  uphold: 'upheld',
  dismiss: 'dismissed',
  ask: 'question_sent',
}
