import { page } from '../../../lib/web/page.tsx'
import { attempt } from '../../../lib/web/parts/form.tsx'
import { Announcement } from '../../../lib/web/parts/part.tsx'
import { DecidedItem, describeDecision } from './decided-view.tsx'
import { DecisionForm, decideItems } from './decision-form.ts'
import { readQueue } from './read-queue.ts'
import { Review } from './review-view.tsx'

/** Decides about one item of the review queue, in its place, or about the selected ones. */
export default page(
  { path: '/review', summary: 'Decide about items of the queue', form: DecisionForm },
  async ({ ctx, actor, form, isPartial, sendPart, sendPageOrPart }) => {
    const { action, item, note, in_place, ...selection } = form.read()
    const { result, problem } = await attempt(() => decideItems(ctx, actor, action, item, note))
    const [first] = result ?? []
    if (isPartial && in_place && first) {
      return sendPart(
        <>
          <DecidedItem decided={first} action={action} />
          <Announcement text={describeDecision(first, action)} />
        </>,
      )
    }
    const queue = await readQueue(ctx, actor, selection)
    const results = result && { action, decided: result }
    const props = { ...selection, queue, reader: actor, results, problem }
    return sendPageOrPart('Review', <Review {...props} />, problem?.status)
  },
)
