import type { ComponentChildren } from 'preact'
import * as v from 'valibot'
import { answers, type ReportAction } from '../review/answer-reports.ts'
import { mayResolve } from '../review/disputes.ts'
import type { Dispute, Resolution } from '../schemas/dispute.ts'
import { note, type Term, TermEdit } from '../schemas/term.ts'
import type { Reader } from './page.tsx'
import { Field, Hidden, inOneLine, Refusal, type RefusedForm, Submit, shownAgain } from './parts/form.tsx'
import { RelativeTime } from './parts/relative-time.tsx'

const { version, definition } = TermEdit.entries

export const answerForm = {
  answer: v.picklist(answers),
  version: v.optional(version),
  definition,
  note: v.optional(inOneLine(note)),
}

/** Where the forms of the box are, and how they are sent. */
type Place = {
  /** tells its fields apart from those of other boxes of the page */
  id: string
  path: string
  /** hidden fields that each form sends */
  fields?: ComponentChildren
  /** what htmx replaces, if it sends the forms */
  replaces?: '#term' | 'closest li'
  /** whether the field of the better text is folded away, because the text stands beside it */
  isFolded?: boolean
}

type CorrectionProps = {
  term: Term
  disputes: readonly Dispute[]
  reader: Reader
  place: Place
  refused?: RefusedForm | undefined
}

/** Whether a reader may settle the reports about a term, and so gets the box. */
export const mayAnswer = (reader: Reader, term: Pick<Term, 'owner'>): boolean =>
  mayResolve(reader, about(term), 'upheld')

const about = ({ owner }: Pick<Term, 'owner'>) => ({ opened_by: '', owner_id: owner?.id ?? null })

/** The reports about a term, each with its reasons, unless the page says above why the term is wrong. */
export function Reports({ disputes, isWhySaid = false }: { disputes: readonly Dispute[]; isWhySaid?: boolean }) {
  const shown = disputes.map((dispute) => (isWhySaid && dispute.resolution ? { ...dispute, reasons: [] } : dispute))
  return (
    <>
      {shown.map(({ id, opened_by, opened_at, reasons, resolved_by }) => (
        <div key={id} class="dispute">
          <p>
            <b>Problem reported</b> by {opened_by.display_name} <RelativeTime at={opened_at} />
            {resolved_by && `; ${resolved_by.display_name} agreed`}
            {reasons.length > 0 ? ':' : '.'}
          </p>
          {reasons.map(({ text, created_at }) => (
            <blockquote key={created_at} dir="auto">
              {text}
            </blockquote>
          ))}
        </div>
      ))}
    </>
  )
}

type ReplyProps = {
  termId: string
  name: string
  /** tells its field apart from those of other forms of the page */
  id: string
  /** hidden fields that it sends */
  fields?: ComponentChildren
  quick?: boolean
  refused?: RefusedForm | undefined
}

/** The field in which whoever reported a problem answers what they were asked about it. */
export function Reply({ termId, name, id, fields, quick = false, refused }: ReplyProps) {
  const path = `/terms/${termId}/reply`
  const { errors, value } = shownAgain(refused, path)
  return (
    <form class="stack" method="post" action={path} hx-post={quick ? path : undefined}>
      {fields}
      <Field name="reply" id={id} label="Your answer" hint="It is added to your report." errors={errors}>
        {(props) => <textarea {...props} required rows={2} value={value('reply')} />}
      </Field>
      <p>
        <Submit>
          Send answer <span class="visually-hidden">{name}</span>
        </Submit>
      </p>
    </form>
  )
}

/** What a person did who settled a report. */
export const resolutionWords: Record<Resolution, string> = {
  upheld: 'agreed with the report',
  dismissed: 'decided that the report was wrong',
  withdrawn: 'withdrew the report',
}

export type SettledReport = {
  [field in 'resolution' | 'resolved_by' | 'resolved_at']: NonNullable<Dispute[field]>
} & Pick<Dispute, 'note'> & {
    /** whether whoever settled it corrected the text */
    is_corrected: boolean
  }

/** How a report was settled, and why. */
export function ReportOutcome({ reader, ...settled }: SettledReport & { reader: Reader }) {
  const { resolution, resolved_by, resolved_at, note, is_corrected } = settled
  return (
    <>
      <p>
        <b>{resolved_by.id === reader.id ? 'You' : resolved_by.display_name}</b>{' '}
        {is_corrected ? 'corrected it' : resolutionWords[resolution]} <RelativeTime at={resolved_at} />.
      </p>
      {note && <blockquote dir="auto">{note}</blockquote>}
    </>
  )
}

/**
 * What an owner or editor can do about the reports of a term, without leaving the page: most often, correct the text.
 */
export function Correction({ term, disputes, reader, place, refused }: CorrectionProps) {
  const isOpen = disputes.some(({ resolution }) => resolution === null)
  const own = refused?.path === place.path ? refused : undefined
  const faulty = own && (own.values.get('answer') as ReportAction)
  const errors = faulty === 'correct' ? own?.problem.members.errors : undefined
  const text = (faulty === 'correct' && own?.values.get('definition')) || term.definition
  const answer = { place, name: term.name, refused: own }
  const uphold = isOpen && (
    <button type="submit" class="button plain" name="answer" value="uphold" formnovalidate aria-keyshortcuts="p">
      The report is right, I will correct it later <span class="visually-hidden">{term.name}</span>
    </button>
  )
  const form = (
    <AnswerForm place={place}>
      <Hidden version={term.version} />
      <Field name="definition" id={`${place.id}-definition`} label="Correct it now" errors={errors}>
        {(props) => (
          <textarea {...props} required rows={4} aria-keyshortcuts="e">
            {text}
          </textarea>
        )}
      </Field>
      <p class="button-row">
        <button type="submit" class="button" name="answer" value="correct">
          Save and thank <span class="visually-hidden">{term.name}</span>
        </button>
        {!place.isFolded && uphold}
      </p>
    </AnswerForm>
  )
  return (
    <div class="correction">
      {own && <Refusal {...own} prefix={faulty === 'correct' ? `${place.id}-` : `${place.id}-${faulty}-`} />}
      {place.isFolded ? (
        <details class="correct" open={faulty === 'correct'}>
          <summary class="button">Correct it</summary>
          {form}
        </details>
      ) : (
        form
      )}
      <div class="other-answers">
        {place.isFolded && uphold && (
          <AnswerForm place={place}>
            <Hidden version={term.version} />
            {uphold}
          </AnswerForm>
        )}
        {isOpen && mayResolve(reader, about(term), 'dismissed') && (
          <WithText
            {...answer}
            answer="dismiss"
            summary="The report was wrong"
            label="Why it was wrong"
            hint="Whoever reported it receives the reason; the history shows it. The votes return."
            verb="Decline the report"
            shortcut="d"
          />
        )}
        {disputes.some(({ opened_by }) => opened_by.id !== reader.id) && (
          <WithText
            {...answer}
            answer="ask"
            summary="Ask"
            label="Your question"
            hint="Whoever reported it receives it."
            verb="Send the question"
            shortcut="s"
          />
        )}
      </div>
    </div>
  )
}

type AnswerFormProps = { place: Place; children: ComponentChildren; class?: string }

function AnswerForm({ place: { path, fields, replaces }, children, ...rest }: AnswerFormProps) {
  const sent = replaces && {
    'hx-post': path,
    'hx-target': replaces,
    'hx-swap': replaces === '#term' ? 'outerHTML show:none' : 'outerHTML',
  }
  return (
    <form method="post" action={path} {...sent} class={`stack ${rest.class ?? ''}`.trim()}>
      {fields}
      {children}
    </form>
  )
}

type WithTextProps = {
  place: Place
  name: string
  refused: RefusedForm | undefined
  answer: 'dismiss' | 'ask'
  summary: string
  label: string
  hint: string
  verb: string
  shortcut: string
}

/** An answer that needs a sentence. It is folded away until then. */
function WithText(props: WithTextProps) {
  const { place, name, refused, answer, summary, label, hint, verb, shortcut } = props
  const own = refused?.values.get('answer') === answer ? refused : undefined
  return (
    <details open={own !== undefined}>
      <summary class="button plain" aria-keyshortcuts={shortcut}>
        {summary} <span class="visually-hidden">{name}</span>
      </summary>
      <AnswerForm place={place} {...(answer === 'ask' && { class: 'ask' })}>
        <Field
          name="note"
          id={`${place.id}-${answer}-note`}
          label={label}
          hint={hint}
          errors={own?.problem.members.errors}
        >
          {(field) => <input {...field} required value={own?.values.get('note') ?? ''} />}
        </Field>
        <button type="submit" class="button plain" name="answer" value={answer}>
          {verb}
        </button>
      </AnswerForm>
    </details>
  )
}
