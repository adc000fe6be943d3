import type { EditConflict } from '../../../lib/glossary/edit-conflict.ts'
import { changedFields, fieldNames, nounOf, type Texts } from '../../../lib/glossary/texts.ts'
import type { Problem } from '../../../lib/problem.ts'
import { Field, Refusal } from '../../../lib/web/parts/form.tsx'
import { RelativeTime } from '../../../lib/web/parts/relative-time.tsx'
import { Changes, WordDiff } from '../../../lib/web/parts/word-diff.tsx'
import { linksIn } from '../../../lib/web/read-term-rows.ts'
import { MoreFields } from '../../../lib/web/term-fields.tsx'
import { LinkRows, RelationRows, RelationTexts, type ShownRows } from '../../../lib/web/term-rows.tsx'
import { TermFields } from './fields-form.tsx'
import type { EditContext } from './read-edit.ts'
import { LanguageTabs } from './translation-form.tsx'

type EditTermProps = EditContext & {
  values: URLSearchParams
  relations: ShownRows
  preview: PreviewProps
  problem?: Problem
  /** set if someone else has edited the term since the form was opened */
  conflict?: EditConflict
}

/** The form that edits a term or proposes a change, with a preview of the changes. */
export function EditTerm(props: EditTermProps) {
  const { term, values, relations, categories, mayEdit, mayResolve, proposal, languages } = props
  const { preview, problem, conflict } = props
  const errors = problem?.members.errors
  const action = `/terms/${term.id}/edit`
  const existingId = problem?.members.existing_id
  return (
    <section id="edit" class="editor" aria-label={titleOf(props)}>
      <form
        class="stack edit-form"
        method="post"
        action={action}
        hx-post={action}
        hx-target="#edit"
        hx-swap="outerHTML show:top"
        hx-sync="this:drop"
      >
        <h1>
          {mayEdit ? 'Edit' : 'Propose a change to'}{' '}
          <a class="subject" href={`/terms/${term.id}`}>
            {term.name}
          </a>
        </h1>
        {languages && <LanguageTabs {...languages} term={term} current={languages.own} />}
        {!mayEdit && (
          <p>
            The owner or an editor will review your change.
            {proposal &&
              ' You have already proposed a change. The form shows it, and replaces it if you send another one.'}
          </p>
        )}
        {problem && !conflict && <Refusal {...{ problem, values }} />}
        {existingId && (
          <p>
            <a href={`/terms/${existingId}`}>Open the other term</a>. If this one means something else, change its full
            name or category below.
          </p>
        )}
        {conflict && <ConflictNotice {...conflict} />}
        <input type="hidden" name="version" value={values.get('version') ?? ''} />
        {!mayEdit && <input type="hidden" name="propose" value="true" />}
        <div
          class="stack"
          hx-post={`/terms/${term.id}/preview`}
          hx-trigger="input delay:300ms"
          hx-target="#preview"
          hx-swap="outerHTML"
          hx-sync="this:replace"
        >
          <Field name="name" label={fieldNames.name} errors={errors}>
            {(props) => <input {...props} required value={values.get('name') ?? ''} />}
          </Field>
          <TermFields values={values} errors={errors} categories={categories} />
          <LinkRows links={linksIn(values)} errors={errors} />
          {mayEdit ? (
            <RelationRows {...relations} except={term.id} errors={errors} />
          ) : (
            <RelationTexts of={term} relations={term.relations} />
          )}
          <MoreFields value={(field) => values.get(field)} errors={errors} />
        </div>
        <Field
          name="note"
          label="Note"
          hint="Optional. Why you are changing it. It is shown in the history."
          errors={errors}
        >
          {(props) => <input {...props} value={values.get('note') ?? ''} />}
        </Field>
        {mayResolve && (
          <label class="check">
            <input type="checkbox" name="resolve_disputes" value="true" checked={values.has('resolve_disputes')} /> This
            resolves {term.open_disputes === 1 ? 'the reported problem' : `all ${term.open_disputes} reported problems`}
          </label>
        )}
        <p class="button-row">
          <button type="submit" class="button" id="save">
            {mayEdit ? 'Save' : 'Propose change'}
          </button>
          <button
            type="submit"
            class="button plain"
            formaction={`/terms/${term.id}/preview`}
            hx-post={`/terms/${term.id}/preview`}
            hx-target="#preview"
            hx-swap="outerHTML show:#preview:top"
            hx-sync="this:drop"
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

/** The title of the form's page, which says whether the change is saved or proposed. */
export const titleOf = ({ term, mayEdit }: Pick<EditContext, 'term' | 'mayEdit'>) =>
  mayEdit ? `Edit ${term.name}` : `Propose a change to ${term.name}`

type PreviewProps = { from: Texts; to: Texts }

/** What an edit changes; htmx replaces this section while the reader types. */
export function Preview({ from, to }: PreviewProps) {
  const isSame = changedFields(from, to).length === 0
  return (
    <section id="preview" class="preview" aria-label="Changes">
      <h2>Changes</h2>
      {isSame ? <p class="fine">No changes yet.</p> : <Changes from={from} to={to} />}
    </section>
  )
}

/** Explains a conflict of two edits: what the other one says, and what the form holds. */
function ConflictNotice({ otherEdit, theirFields, conflicts, base, theirs, mine }: EditConflict) {
  const theirNames = new Intl.ListFormat('en').format(theirFields.map(nounOf))
  return (
    <section class="edit-conflict" role="alert">
      <h2>Someone else edited this</h2>
      <p>
        {otherEdit?.actor?.display_name ?? 'Someone'} saved an edit while you were writing
        {otherEdit && (
          <>
            {' '}
            (<RelativeTime at={otherEdit.created_at} />)
          </>
        )}
        . Your text is still in the form below, but it is not saved yet.
      </p>
      {theirNames && <p>You did not change the {theirNames}, so the form now shows their version.</p>}
      {conflicts.map((field) => (
        <dl class="versions" key={field}>
          <div>
            <dt class="label">{fieldNames[field]}: their version, now saved</dt>
            <dd>
              <WordDiff from={base[field] ?? ''} to={theirs[field] ?? ''} whole />
            </dd>
          </div>
          <div>
            <dt class="label">{fieldNames[field]}: your version, in the form below</dt>
            <dd>
              <WordDiff from={base[field] ?? ''} to={mine[field] ?? ''} whole />
            </dd>
          </div>
        </dl>
      ))}
      <p>
        {conflicts.length > 0
          ? 'Copy what you want to keep from their version into yours, then save. The history keeps both versions.'
          : 'The two edits do not overlap. Check the result below and save again.'}
      </p>
    </section>
  )
}
