import * as v from 'valibot'
import { answerReports, type ReportAction } from '../../../lib/review/answer-reports.ts'
import { answerForm } from '../../../lib/web/correction.tsx'
import { entryForm, pathAfter } from '../../../lib/web/entry-link.ts'
import { termAction } from './respond-to-action.tsx'

export default termAction(
  {
    path: '/terms/:id/answer',
    summary: 'Answer the reports about a term',
    form: v.object({ ...answerForm, ...entryForm }),
  },
  async ({ ctx, actor, params, form }) => {
    const termId = params.id
    const { entry, unread, offset, ...answer } = form.read()
    await answerReports(ctx, actor, termId, answer)
    const done = messages[answer.answer]
    return pathAfter(ctx, actor, { entry, unread, offset }, { termId, done })
  },
)

const messages: Record<ReportAction, string> = {
  correct: 'corrected',
  uphold: 'upheld',
  dismiss: 'dismissed',
  ask: 'question_sent',
}
