import type { Similar } from '../../../lib/lookup/name-to-similar-terms.ts'
import type { Problem } from '../../../lib/problem.ts'
import { inputs } from '../../../lib/schemas/content.ts'
import type { Term } from '../../../lib/schemas/term.ts'
import { Field, Refusal } from '../../../lib/web/parts/form.tsx'
import { linksIn } from '../../../lib/web/read-term-rows.ts'
import { MoreFields } from '../../../lib/web/term-fields.tsx'
import { LinkRows, RelationRows, type ShownRows } from '../../../lib/web/term-rows.tsx'
import { TermFields } from './fields-form.tsx'
import { Meanings, SimilarTerms } from './meanings-view.tsx'

type AddTermProps = {
  values: URLSearchParams
  similar: Similar
  categories: readonly string[]
  problem?: Problem
  /** existing terms that may have the same meaning; the form asks whether to add another one */
  sameMeanings?: readonly Term[]
  /** the related terms that were typed */
  relations?: ShownRows
  /** whether to offer the import of a file */
  mayImport?: boolean
}

/** The form that adds a term, next to existing terms with that name or a similar one. */
export function AddTerm(props: AddTermProps) {
  const { values, similar, categories, problem, sameMeanings = [], mayImport = false } = props
  const { relations = { rows: [], shown: [] } } = props
  const errors = problem?.members.errors
  const links = linksIn(values)
  const isWrong = errors?.some(({ path }) => /^(?:links|relations)\b/.test(path)) ?? false
  const [isNew, hasName] = [!problem && sameMeanings.length === 0, values.get('name') !== '']
  const existingId = problem?.members.existing_id
  return (
    <section id="add" aria-label="Add a term">
      <form
        class="editor"
        method="post"
        action="/terms"
        hx-post="/terms"
        hx-target="#add"
        hx-swap="outerHTML show:top"
        hx-sync="this:drop"
      >
        <div class="stack">
          <h1>Add a term</h1>
          {mayImport && (
            <p>
              You can also <a href="/import">import many terms</a> from a spreadsheet or a file.
            </p>
          )}
          {problem && <Refusal {...{ problem, values }} />}
          {existingId && (
            <p>
              <a href={`/terms/${existingId}`}>Open the existing term</a> to vote for it or edit it. If you mean
              something else, change the full name or the category below.
            </p>
          )}
          {sameMeanings.length > 0 && <ConfirmNewMeaning terms={sameMeanings} />}
          <Field name="name" label={inputs.name.label} hint={inputs.name.hint} errors={errors}>
            {(props) => (
              <input
                {...props}
                required
                value={values.get('name') ?? ''}
                autocapitalize="off"
                spellcheck={false}
                autofocus={isNew && !hasName}
                hx-get="/terms/new"
                hx-trigger="input changed delay:200ms"
                hx-target="#similar"
                hx-swap="outerHTML"
                hx-sync="this:replace"
              />
            )}
          </Field>
        </div>
        <SimilarTerms {...similar} />
        <div class="stack">
          <TermFields {...{ values, errors, categories }} isFocused={isNew && hasName} />
          <details class="more-fields" open={relations.rows.length > 0 || links.length > 0 || isWrong}>
            <summary>Where it comes from, and related terms</summary>
            <LinkRows links={links} errors={errors} />
            <RelationRows {...relations} errors={errors} />
          </details>
          <MoreFields value={(field) => values.get(field)} errors={errors} />
          <button type="submit" class="button" id="save">
            {sameMeanings.length > 0 ? 'Add another meaning' : 'Add term'}
          </button>
        </div>
      </form>
    </section>
  )
}

/** Asks whether the new term is another meaning. Sending the form again confirms it for these terms. */
function ConfirmNewMeaning({ terms }: { terms: readonly Term[] }) {
  return (
    <section class="confirm-meaning" role="alert">
      <h2>Is this another meaning?</h2>
      <p>
        {terms.length === 1
          ? 'A term with the same name and full name exists in another category:'
          : 'Terms with the same name and full name exist in other categories:'}
      </p>
      <Meanings terms={terms} />
      <p>
        If it means the same, open it to vote for it or edit it. If your term means something else, add it as another
        meaning.
      </p>
      {terms.map(({ id }) => (
        <input key={id} type="hidden" name="confirmed_ids" value={id} />
      ))}
    </section>
  )
}
