import { inChosenLanguage } from '../../../lib/glossary/translated.ts'
import { unexplained } from '../../../lib/glossary/unexplained.ts'
import { type ExplainedName, listNames, toKey } from '../../../lib/lookup/definitions-to-links.ts'
import type { TextMatch } from '../../../lib/lookup/in-texts/spans-to-matches.ts'
import { type Part, toSpelling } from '../../../lib/lookup/in-texts/text-to-tokens.ts'
import { isQuestion } from '../../../lib/lookup/question-to-name.ts'
import type { Explanation } from '../../../lib/lookup/text-to-explanation.ts'
import type { Problem } from '../../../lib/problem.ts'
import { maxTextLength } from '../../../lib/schemas/lookup.ts'
import type { RelatedTerm } from '../../../lib/schemas/term.ts'
import { cutText } from '../../../lib/web/parts/excerpt.ts'
import { Field, Submit } from '../../../lib/web/parts/form.tsx'
import { StaleMark, TermStatus, WrongNote } from '../../../lib/web/parts/marks.tsx'
import { NotifyMe } from '../../../lib/web/parts/notify-me.tsx'
import { counted, formatNumber } from '../../../lib/web/parts/numbers.ts'
import { OtherNames } from '../../../lib/web/parts/other-names.tsx'
import { Announcement } from '../../../lib/web/parts/part.tsx'
import { ReplacedBy } from '../../../lib/web/parts/relations.tsx'
import { StopUnderliningForm, StopUnderliningInText } from '../../../lib/web/parts/stop-underlining.tsx'
import { Definition, TranslatedName, TranslationNote } from '../../../lib/web/parts/translated.tsx'
import { explainAction, mayHelp, NamesInstead, SearchByMeaning } from '../../../lib/web/parts/unknown-word.tsx'
import { buildUrl, wordPath } from '../../../lib/web/parts/url.ts'
import type { ExplanationForReader } from './read-explanation.ts'

type ResultProps = { text: string; explanation?: ExplanationForReader; problem?: Problem }

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
      <Submit>Explain</Submit>
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

/** The most names and unknown words on a page. */
const max = { names: 100, unknown: 100 }

type ExplainedProps = { text: string; explanation: ExplanationForReader }

/**
 * A text with its names marked, what they mean in the margin, and what nobody has explained. On a narrow screen, a mark
 * opens the card of its name as a sheet (explain.css).
 */
export function Explained({ text, explanation }: ExplainedProps) {
  const names = listNames(explanation)
  const shown = names.slice(0, max.names)
  return (
    <div class="explained">
      <h2>{summarize(explanation)}</h2>
      <StopUnderliningForm />
      {names.length === 0 && isQuestion(text) && (
        <>
          <NamesInstead label={mayHelp} names={explanation.related} />
          <SearchByMeaning />
        </>
      )}
      <div class="reading">
        <UnknownWords {...explanation} />
        <MarkedText {...{ text, explanation }} names={shown} />
        <div class="margin">
          {shown.map((name, i) => (
            <NameCard key={name.start} number={i + 1} editable={explanation.editable} {...name} />
          ))}
          {names.length > shown.length && (
            <p>
              The first {shown.length} of {names.length} terms are explained here. The others are links in the text.
            </p>
          )}
        </div>
      </div>
    </div>
  )
}

/** How many terms a text has. */
export function summarize(explanation: Explanation): string {
  const count = listNames(explanation).length
  if (count === 0) return 'None of these words are in the glossary yet'
  return `${counted(count, 'term')} in this text`
}

/** The text, in which each name leads to its card. The card of a name leads back to its first mark. */
function MarkedText({
  text,
  explanation: { matches, unknown },
  names,
}: ExplainedProps & { names: readonly ExplainedName[] }) {
  const cards = new Map(names.map((name, i) => [toKey(name), { ...name, number: i + 1 }]))
  const firsts = new Map(names.map(({ start }, i) => [start, `mark-${i + 1}`]))
  const marks: (Part & Partial<TextMatch>)[] = [...matches, ...unknown]
  return (
    <div class="marked-text" dir="auto">
      {cutText(
        text,
        marks.sort((a, b) => a.start - b.start),
      ).map((part) => {
        if (typeof part === 'string') return part
        const { start, term_ids, is_guess } = part.range
        if (!term_ids) return <u key={start}>{part.text}</u>
        const card = cards.get(toKey({ term_ids }))
        return (
          <a
            key={start}
            id={firsts.get(start)}
            class={is_guess && 'guess'}
            title={is_guess && `maybe ${card?.meanings[0]?.name ?? part.text.toUpperCase()}`}
            href={card ? `#name-${card.number}` : wordPath(toSpelling(part.text))}
          >
            {part.text}
          </a>
        )
      })}
    </div>
  )
}

/** Words that are written like acronyms. The form that adds one opens in a new tab, so that the text stays here. */
function UnknownWords({ unknown, notices }: ExplanationForReader) {
  const words = [...new Set(unknown.map((part) => part.text))]
  if (words.length === 0) return null
  return (
    <section class="unknown-words">
      <h3>{words.length === 1 ? '1 word nobody has explained' : `${words.length} words nobody has explained`}</h3>
      <ul>
        {words.slice(0, max.unknown).map((word) => (
          <li key={word}>
            <bdi>{word}</bdi>{' '}
            <a href={buildUrl('/terms/new', { name: word })} target="_blank" rel="noopener">
              Add<span class="visually-hidden"> “{word}” (opens a new tab)</span>
            </a>{' '}
            {notices.has(word) && <NotifyMe name={word} isAsked={notices.get(word) ?? false} isShort />}
          </li>
        ))}
      </ul>
      {words.length > max.unknown && <p>These are the first {max.unknown}.</p>}
    </section>
  )
}

/** The most meanings of a name. */
const maxMeanings = 6

/** What a name in a text means, in short: its best meaning, and the others folded away. */
function NameCard({
  number,
  editable,
  text,
  meanings,
  is_guess,
}: ExplainedName & { number: number; editable: ReadonlySet<string> }) {
  const [best, ...others] = meanings.slice(0, maxMeanings)
  return (
    <section id={`name-${number}`} class="name-card" aria-label={text} tabindex={-1}>
      {best && <Meaning {...best} isGuess={is_guess} mayEdit={editable.has(best.id)} />}
      {others.length > 0 && (
        <details>
          <summary>{meanings.length === 2 ? '1 other meaning' : `${meanings.length - 1} other meanings`}</summary>
          {others.map((term) => (
            <Meaning key={term.id} {...term} mayEdit={editable.has(term.id)} />
          ))}
          {meanings.length > maxMeanings && (
            <p>
              <a href={wordPath(toSpelling(text))}>See all {meanings.length} meanings</a>
            </p>
          )}
        </details>
      )}
      <a class="close-card" href={`#mark-${number}`}>
        Close
      </a>
    </section>
  )
}

type MeaningProps = RelatedTerm & { isGuess?: boolean | undefined; mayEdit: boolean }

function Meaning({ isGuess = false, mayEdit, ...term }: MeaningProps) {
  const { id, category, is_stale } = term
  const { full_name, fullNameLanguage, definition } = inChosenLanguage(term)
  return (
    <article>
      <ReplacedBy {...term} />
      <h3 dir="auto">
        {isGuess && <small>maybe </small>}
        <a href={`/terms/${id}`}>
          <TranslatedName term={term} />
        </a>{' '}
        {full_name && <span lang={fullNameLanguage}>{full_name}</span>}
      </h3>
      <OtherNames {...term} />
      <WrongNote term={term} />
      <Definition term={term}>{definition || unexplained}</Definition>
      <TranslationNote term={term} />
      <p class="facts">
        <TermStatus term={term} saysWhy={false} />
        {category && <bdi>{category}</bdi>}
        {is_stale && <StaleMark />}
        {mayEdit && <StopUnderliningInText id={id} />}
      </p>
    </article>
  )
}
