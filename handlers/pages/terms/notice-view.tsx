import type { ComponentChildren } from 'preact'
import { ActionButton, Hidden, Refusal } from '../../../lib/web/parts/form.tsx'
import type { Feedback, TermView } from './read-term.ts'

/** What became of the reader's last action, and *Undo* where it reached everybody. */
export function TermNotice(view: TermView & Feedback) {
  const { term, notice, isPart, refused, disputes } = view
  // The box beside the reports says itself why it was refused.
  const isSaidBelow = disputes.total > 0 && refused?.path === `/terms/${term.id}/answer`
  return (
    <>
      {refused && !isSaidBelow && <Refusal {...refused} />}
      {isPart && notice && (
        <p class="notice" tabindex={-1}>
          {notice}
        </p>
      )}
      <Undo {...view} />
    </>
  )
}

/** Takes the newest entry of the history back, if the reader has just made it. */
function Undo({ term, history, reader, undo }: TermView & Feedback) {
  const [last] = history.items
  if (!undo || last?.actor?.id !== reader.id) return null
  if (undo.done === 'unmarked' && last.changes.in_texts) {
    const fields = <Hidden in_texts={String(last.changes.in_texts.from)} version={term.version} />
    return <UndoButton action={`/terms/${term.id}/underline`}>{fields}</UndoButton>
  }
  const [way, back] = undo.done === 'unrelated' ? ['unrelated', 'relate'] : ['related', 'unrelate']
  if (!undo.done.startsWith(way) || last.action !== way || undo.kind === undefined) return null
  const fields = <Hidden kind={undo.kind} other_id={undo.other_id} />
  return <UndoButton action={`/terms/${term.id}/${back}`}>{fields}</UndoButton>
}

const UndoButton = ({ action, children }: { action: string; children: ComponentChildren }) => (
  <div class="undo">
    <ActionButton action={action} fields={children} id="undo-last" quick>
      Undo
    </ActionButton>
  </div>
)
