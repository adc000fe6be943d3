import { mayResolve } from '../../../lib/review/disputes.ts'
import type { Dispute, Resolution } from '../../../lib/schemas/dispute.ts'
import { Field, NoDefaultAction } from '../../../lib/web/parts/form.tsx'
import { type RefusedForm, shownAgain } from '../../../lib/web/parts/refused-form.ts'
import { RelativeTime } from '../../../lib/web/parts/relative-time.tsx'
import type { Feedback, TermView } from './read-term.ts'

/** The problems reported with a term that nobody has resolved yet, and what the reader can do about them. */
export function OpenDisputes({ term, disputes, reader, refused }: TermView & Feedback) {
  return (
    <>
      {disputes.items.map((dispute) => {
        const about = { opened_by: dispute.opened_by.id, owner_id: term.owner?.id ?? null }
        const may = (resolution: Resolution) => mayResolve(reader, about, resolution)
        return (
          <div class="dispute" key={dispute.id}>
            <p>
              <b>Problem reported</b> by {dispute.opened_by.display_name}{' '}
              <RelativeTime at={dispute.opened_at} />
              {dispute.reasons.length > 0 ? ':' : '.'}
            </p>
            {dispute.reasons.map(({ text, created_at }) => (
              <blockquote key={created_at} dir="auto">
                {text}
              </blockquote>
            ))}
            {may('upheld') && (
              <Resolve dispute={dispute} mayDismiss={may('dismissed')} refused={refused} />
            )}
            {may('withdrawn') && <Withdraw {...dispute} />}
          </div>
        )
      })}
      {disputes.total > disputes.items.length && (
        <p class="fine">
          {disputes.total - disputes.items.length} more problems are reported. They appear here as
          these are resolved.
        </p>
      )}
    </>
  )
}

type ResolveProps = { dispute: Dispute; mayDismiss: boolean; refused: RefusedForm | undefined }

function Resolve({ dispute, mayDismiss, refused }: ResolveProps) {
  const path = `/disputes/${dispute.id}/resolve`
  const { isOpen, errors, value } = shownAgain(refused, path)
  return (
    <details open={isOpen}>
      <summary>Resolve</summary>
      <form class="stack" method="post" action={path} hx-post={path}>
        <NoDefaultAction />
        <Field
          name="note"
          id={`resolution-note-${dispute.id}`}
          label="Note"
          hint={`Optional. ${dispute.opened_by.display_name} receives it; the history shows it.`}
          errors={errors}
        >
          {(props) => <textarea {...props} rows={2} value={value('note')} />}
        </Field>
        <p class="hint">
          If the report was right, the votes stay removed: correct the term.
          {mayDismiss && ' If it was wrong, the votes and the status return.'}
        </p>
        <p class="button-row">
          <button type="submit" class="button plain" name="resolution" value="upheld">
            Report was right
          </button>
          {mayDismiss && (
            <button type="submit" class="button plain" name="resolution" value="dismissed">
              Report was wrong
            </button>
          )}
        </p>
      </form>
    </details>
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
