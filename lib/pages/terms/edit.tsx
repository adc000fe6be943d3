import type { Texts } from '../../glossary/merge.ts'
import type { Problem } from '../../problem.ts'
import type { Term } from '../../schemas/term.ts'
import { Field, Refusal } from '../parts/form.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { Changes, changedFields, fieldNames } from './changes.tsx'
import type { Meeting } from './editing.ts'
import { TermFields } from './fields.tsx'
import { nameOf } from './people.ts'
import { WordDiff } from './word-diff.tsx'

type EditTermProps = {
  term: Term
  typed: URLSearchParams
  categories: readonly string[]
  /** what changes from what, once it is saved */
  preview: PreviewProps
  problem?: Problem
  /** where somebody else has edited meanwhile */
  meeting?: Meeting
}

/** The form that edits a term, with what it changes. */
export function EditTerm({ term, typed, categories, preview, problem, meeting }: EditTermProps) {
  const errors = problem?.members.errors
  const action = `/terms/${term.id}/edit`
  const taken = problem?.members.existing_id
  return (
    <section id="edit" class="desk" aria-label={`Edit ${term.name}`}>
      <form
        class="stack written"
        method="post"
        action={action}
        hx-post={action}
        hx-target="#edit"
        hx-swap="outerHTML show:top"
        hx-sync="this:drop"
      >
        <h1>
          Edit{' '}
          <a class="subject" href={`/terms/${term.id}`}>
            {term.name}
          </a>
        </h1>
        {problem && !meeting && <Refusal problem={problem} />}
        {taken && (
          <p>
            <a href={`/terms/${taken}`}>Open the other one</a>, or say below in what this one
            differs.
          </p>
        )}
        {meeting && <Encounter {...meeting} />}
        <input type="hidden" name="version" value={typed.get('version') ?? ''} />
        <div
          class="stack"
          hx-post={`/terms/${term.id}/preview`}
          hx-trigger="input delay:300ms"
          hx-target="#preview"
          hx-swap="outerHTML"
          hx-sync="this:replace"
        >
          <Field name="name" label="Name" errors={errors}>
            {(props) => <input {...props} required value={typed.get('name') ?? ''} />}
          </Field>
          <TermFields typed={typed} errors={errors} categories={categories} />
        </div>
        <Field
          name="note"
          label="Note"
          hint="Why, for the history; may stay empty."
          errors={errors}
        >
          {(props) => <input {...props} value={typed.get('note') ?? ''} />}
        </Field>
        <p class="acts">
          <button type="submit" class="button" id="save">
            Save
          </button>
          <button
            type="submit"
            class="button plain"
            formaction={`/terms/${term.id}/preview`}
            hx-post={`/terms/${term.id}/preview`}
            hx-target="#preview"
            hx-swap="outerHTML show:#preview:top"
          >
            Preview
          </button>
          <a href={`/terms/${term.id}`}>Cancel</a>
        </p>
      </form>
      <Preview {...preview} />
    </section>
  )
}

type PreviewProps = { from: Texts; to: Texts }

/** What an edit changes: what htmx swaps while it is typed. */
export function Preview({ from, to }: PreviewProps) {
  const isSame = changedFields(from, to).length === 0
  return (
    <section id="preview" class="preview" aria-label="What changes">
      <h2>What changes</h2>
      {isSame ? <p class="fine">Nothing yet.</p> : <Changes from={from} to={to} />}
    </section>
  )
}

/** Two edits of the same text: what the other one says, and what becomes of one's own. */
function Encounter({ other, mergedFields, conflicts, base, theirs, mine }: Meeting) {
  const names = new Intl.ListFormat('en').format(
    mergedFields.map((field) => fieldNames[field].toLowerCase()),
  )
  return (
    <section class="encounter" role="alert">
      <h2>Somebody else was here</h2>
      <p>
        {other?.actor ? nameOf(other.actor) : 'Somebody'} saved an edit while you wrote yours
        {other && (
          <>
            {' '}
            (<RelativeTime at={other.created_at} />)
          </>
        )}
        . Nothing of yours is lost, and nothing is saved yet.
      </p>
      {names && <p>You left the {names} alone, so the form below has theirs.</p>}
      {conflicts.map((field) => (
        <dl class="versions" key={field}>
          <div>
            <dt class="label">{fieldNames[field]}: theirs, as it is now</dt>
            <dd>
              <WordDiff from={base[field] ?? ''} to={theirs[field] ?? ''} whole />
            </dd>
          </div>
          <div>
            <dt class="label">{fieldNames[field]}: yours, in the form below</dt>
            <dd>
              <WordDiff from={base[field] ?? ''} to={mine[field] ?? ''} whole />
            </dd>
          </div>
        </dl>
      ))}
      <p>
        {conflicts.length > 0
          ? 'Take into yours what you want to keep of theirs, then save. The history keeps both.'
          : 'Your change still fits. Look it over and save again.'}
      </p>
    </section>
  )
}
