import type { Dispute } from '../../../lib/schemas/dispute.ts'
import { Correction, mayAnswer, Reply, Reports } from '../../../lib/web/correction.tsx'
import { WrongNote } from '../../../lib/web/parts/marks.tsx'
import { ReplacedBy } from '../../../lib/web/parts/relations.tsx'
import type { Feedback, TermView } from './read-term.ts'

/** Whether something stands above the definition, which no button may contradict. */
export const isInDoubt = ({ term, answer }: TermView): boolean =>
  term.needs_correction !== null || term.open_disputes > 0 || isReplaced(answer)

const isReplaced = ({ relations }: TermView['answer']) => relations.some(({ kind }) => kind === 'replaced_by')

/** What somebody has to know before they read the definition: that the term is replaced, reported or wrong. */
export function TermBanner(view: TermView & Feedback) {
  const { term, answer, disputes } = view
  if (!isInDoubt(view) && disputes.total === 0) return null
  return (
    <section class="term-banner" aria-label="Before you use it">
      <ReplacedBy {...answer} />
      <WrongNote term={term} />
      <UnsettledReports {...view} />
    </section>
  )
}

/** The problems reported with a term that are not settled, and what the reader can do about them. */
function UnsettledReports({ term, disputes, questions, reader, refused }: TermView & Feedback) {
  const { items, total } = disputes
  if (total === 0) return null
  const own = items.find(({ opened_by, resolution }) => opened_by.id === reader.id && resolution === null)
  return (
    <>
      <Reports disputes={items} isWhySaid={term.needs_correction !== null} />
      {total > items.length && (
        <p class="fine">{total - items.length} more problems are reported. They appear here as these are resolved.</p>
      )}
      {questions.map(({ id, asked_by, question }) => (
        <div key={id} class="dispute">
          <p>
            <b>{asked_by?.display_name ?? 'Somebody'} asks you:</b>
          </p>
          <blockquote dir="auto">{question}</blockquote>
        </div>
      ))}
      {questions.length > 0 && <Reply termId={term.id} name={term.name} id="reply" quick refused={refused} />}
      {mayAnswer(reader, term) && (
        <Correction
          {...{ term, disputes: items, reader, refused }}
          place={{ id: 'report', path: `/terms/${term.id}/answer`, replaces: '#term', isFolded: true }}
        />
      )}
      {own && <Withdraw {...own} />}
    </>
  )
}

/** A better text that came too late: the form that would show it again is gone with the reports. */
export function UnsavedText({ disputes, refused }: TermView & Feedback) {
  const isCorrection = refused?.values.get('answer') === 'correct'
  if (!isCorrection || disputes.total > 0) return null
  return (
    <p class="notice">
      Your text was not saved: <q dir="auto">{refused?.values.get('definition')}</q>
    </p>
  )
}

function Withdraw({ id }: Dispute) {
  const path = `/disputes/${id}/resolve`
  return (
    <form method="post" action={path} hx-post={path}>
      <button type="submit" class="quiet" name="resolution" value="withdrawn">
        Withdraw my report
      </button>
    </form>
  )
}
