import { type Content, changedFields, toTexts } from '../../../lib/glossary/texts.ts'
import type { Problem } from '../../../lib/problem.ts'
import type { Term } from '../../../lib/schemas/term.ts'
import { Field, Hidden, Refusal, Submit } from '../../../lib/web/parts/form.tsx'
import { Changes } from '../../../lib/web/parts/word-diff.tsx'

type RevertPageProps = {
  term: Term
  /** the version to go back to */
  version: number
  content: Content
  note?: string
  problem?: Problem
}

/** Shows what changes if a term goes back to an earlier version, and asks for confirmation. */
export function RevertPage({ term, version, content, note = '', problem }: RevertPageProps) {
  const [from, to] = [toTexts(term), toTexts(content)]
  return (
    <section class="proposals">
      <header class="term-header">
        <p class="label">
          <a href={`/terms/${term.id}/history`}>History of {term.name}</a>
        </p>
        <h1>Revert to version {version}</h1>
      </header>
      {problem && <Refusal problem={problem} />}
      {changedFields(from, to).length === 0 ? (
        <p>The term says the same now as in version {version}. There is nothing to revert.</p>
      ) : (
        <>
          <Changes from={from} to={to} />
          <form class="stack" method="post" action={`/terms/${term.id}/revert`}>
            <Hidden version={term.version} to_version={version} />
            <Field
              name="note"
              label="Note"
              hint="Optional. Why you are reverting it. It is shown in the history."
              errors={problem?.members.errors}
            >
              {(props) => <input {...props} value={note} />}
            </Field>
            <p class="button-row">
              <Submit>Revert to version {version}</Submit>
              <a href={`/terms/${term.id}/history`}>Cancel</a>
            </p>
          </form>
        </>
      )}
    </section>
  )
}
