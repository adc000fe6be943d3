import * as v from 'valibot'
import { Problem } from '../../../lib/problem.ts'
import { answerReports } from '../../../lib/review/answer-reports.ts'
import type { Decision } from '../../../lib/review/undo.ts'
import { parse } from '../../../lib/schemas/fields.ts'
import { answerForm } from '../../../lib/web/correction.tsx'
import { page } from '../../../lib/web/page.tsx'
import { attempt } from '../../../lib/web/parts/form.tsx'
import { Announcement } from '../../../lib/web/parts/part.tsx'
import { DecidedItem, describeDecision } from './decided-view.tsx'
import type { Decided } from './decision-form.ts'
import { Item } from './item-view.tsx'
import { elementId, findItem, ItemKey, readQueue } from './read-queue.ts'
import { Review } from './review-view.tsx'

/** Answers the reports about a term in the review queue. A question leaves them waiting. */
export default page(
  {
    path: '/review/answer',
    summary: 'Answer reports in the review queue',
    form: v.object({ item: ItemKey, ...answerForm }),
  },
  async ({ ctx, actor, request, form, isPartial, sendPage, sendPart, redirect }) => {
    const key = parse(ItemKey, form.typed.get('item'))
    const { result: answer, problem } = await attempt(async () => {
      const { item, ...answer } = form.read()
      await ifExists(answerReports(ctx, actor, item.ids[0] ?? '', answer))
      return answer.answer
    })
    if (answer === 'ask' && !isPartial) return redirect('/review?done=question_sent')
    const isWaiting = answer === 'ask' || problem?.code === 'validation_failed'
    const item = isWaiting ? await findItem(ctx, actor, key) : undefined
    if (item) {
      const refused = problem && { path: new URL(request.url).pathname, values: form.typed, problem }
      const asked = problem ? {} : { asked: 'Your question is on its way.' }
      const props = { item, reader: actor, elementId: elementId(key), refused, ...asked }
      if (isPartial) return sendPart(<Item {...props} />, {}, problem?.status)
      const queue = await readQueue(ctx, actor, {})
      return sendPage('Review', <Review {...{ queue, reader: actor, refused }} />, problem?.status)
    }
    const decided: Decided = problem
      ? { ...key, outcome: 'conflict', detail: problem.message, ...unsaved(form.typed) }
      : { ...key, outcome: 'done', detail: null }
    const action: Decision = answer && answer !== 'ask' ? answer : 'correct'
    if (isPartial) {
      return sendPart(
        <>
          <DecidedItem decided={decided} action={action} />
          <Announcement text={describeDecision(decided, action)} />
        </>,
      )
    }
    const queue = await readQueue(ctx, actor, {})
    const results = { action, decided: [decided] }
    return sendPage('Review', <Review {...{ queue, reader: actor, results }} />)
  },
)

/** Somebody may have deleted the term since the queue was read. */
async function ifExists(work: Promise<void>) {
  try {
    await work
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'not_found') throw error
    throw new Problem('not_waiting', { detail: 'Someone has removed this term.' })
  }
}

/** A better text that came too late. */
function unsaved(typed: URLSearchParams) {
  const definition = typed.get('definition')
  return typed.get('answer') === 'correct' && definition ? { unsaved: definition } : {}
}
