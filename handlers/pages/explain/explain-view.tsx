import type { Problem } from '../../../lib/problem.ts'
import { maxTextLength } from '../../../lib/schemas/lookup.ts'
import { Announcement } from '../../../lib/web/parts/announcement.tsx'
import { Field } from '../../../lib/web/parts/form.tsx'
import { formatNumber } from '../../../lib/web/parts/numbers.ts'
import { explainAction } from '../../../lib/web/parts/unknown-word.tsx'
import { Explained, summarize } from './explained-view.tsx'
import type { ExplanationForReader } from './read-explanation.ts'

type ResultProps = {
  text: string
  explanation?: ExplanationForReader
  problem?: Problem
}

/** The form for a text to explain and, once it was sent, its explanation. */
export function ExplainPage(result: ResultProps) {
  return (
    <section class="explain" aria-label="Explain a text">
      <h1>Explain a text</h1>
      <details class="text-form" open={!result.explanation}>
        <summary>Change the text</summary>
        <TextForm text={result.text} isFirst={!result.explanation} />
      </details>
      <Result {...result} />
    </section>
  )
}

function TextForm({ text, isFirst }: { text: string; isFirst: boolean }) {
  return (
    <form
      class="stack"
      method="post"
      action={explainAction}
      hx-post={explainAction}
      hx-target="#result"
      hx-swap="outerHTML show:window:top"
      hx-sync="this:drop"
    >
      <Field
        name="text"
        label="Text"
        hint="Paste a message or a document of up to 50,000 characters. It is not stored."
      >
        {(props) => <textarea {...props} required rows={8} value={text} autofocus={isFirst} />}
      </Field>
      <button type="submit" class="button">
        Explain
      </button>
    </form>
  )
}

/** What to do about a text that is empty or too long. */
const describeFault = (message: string, text: string) =>
  /at most/.test(message)
    ? `Use at most ${formatNumber(maxTextLength)} characters (now ${formatNumber(text.length)}).`
    : 'Enter a text.'

/**
 * What came of a text. htmx replaces it and leaves the form, so that the browser can restore the text on Back; then
 * app.js folds the form away.
 */
export function Result({ text, explanation, problem, isPart }: ResultProps & { isPart?: boolean }) {
  const [fault] = problem?.members.errors ?? []
  return (
    <>
      <div id="result" tabindex={-1}>
        {explanation && <Explained text={text} explanation={explanation} />}
        {problem && (
          <p class="notice" autofocus role="alert" tabindex={-1}>
            {fault ? describeFault(fault.message, text) : problem.message}
          </p>
        )}
      </div>
      {isPart && explanation && <Announcement text={summarize(explanation)} />}
    </>
  )
}
