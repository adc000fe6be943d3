import type { Similar } from '../../glossary/similar.ts'
import type { Problem } from '../../problem.ts'
import { Field, Refusal } from '../parts/form.tsx'
import { TermFields } from './fields.tsx'
import { SimilarTerms } from './similar.tsx'

type AddTermProps = {
  typed: URLSearchParams
  similar: Similar
  categories: readonly string[]
  problem?: Problem
}

/** The form that adds a term, beside what is there under that name. */
export function AddTerm({ typed, similar, categories, problem }: AddTermProps) {
  const errors = problem?.members.errors
  const taken = problem?.members.existing_id
  return (
    <section id="add" aria-label="Add a term">
      <form
        class="desk"
        method="post"
        action="/terms"
        hx-post="/terms"
        hx-target="#add"
        hx-swap="outerHTML show:top"
        hx-sync="this:drop"
      >
        <div class="stack">
          <h1>Add a term</h1>
          {problem && <Refusal problem={problem} />}
          {taken && (
            <p>
              <a href={`/terms/${taken}`}>Open the one that exists</a> and vote for it or edit it;
              or say below in what this one differs.
            </p>
          )}
          <Field
            name="name"
            label="Name"
            hint="The acronym or word, as people say it."
            errors={errors}
          >
            {(props) => (
              <input
                {...props}
                required
                value={typed.get('name') ?? ''}
                autocapitalize="off"
                spellcheck={false}
                autofocus={!problem}
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
          <TermFields typed={typed} errors={errors} categories={categories} />
          <button type="submit" class="button" id="save">
            Add it
          </button>
        </div>
      </form>
    </section>
  )
}
