import { unexplained } from '../../../lib/glossary/unexplained.ts'
import type { ExplainedName } from '../../../lib/lookup/explained-names.ts'
import { toSpelling } from '../../../lib/lookup/tokens.ts'
import type { Term } from '../../../lib/schemas/term.ts'
import { StaleMark, TermStatus } from '../../../lib/web/parts/marks.tsx'
import { OtherNames } from '../../../lib/web/parts/other-names.tsx'
import { wordPath } from '../../../lib/web/parts/url.ts'

/** The most meanings of a name. */
const maxMeanings = 6

/** What a name in a text means, in short: its best meaning, and the others folded away. */
export function NameCard({ number, text, meanings, is_guess }: ExplainedName & { number: number }) {
  const [best, ...others] = meanings.slice(0, maxMeanings)
  return (
    <section id={`name-${number}`} class="name-card" aria-label={text} tabindex={-1}>
      {best && <Meaning {...best} isGuess={is_guess} />}
      {others.length > 0 && (
        <details>
          <summary>
            {meanings.length === 2 ? '1 other meaning' : `${meanings.length - 1} other meanings`}
          </summary>
          {others.map((term) => (
            <Meaning key={term.id} {...term} />
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

function Meaning({ isGuess = false, ...term }: Term & { isGuess?: boolean | undefined }) {
  const { id, name, full_name, definition, category, is_stale } = term
  return (
    <article>
      <h3 dir="auto">
        {isGuess && <small>maybe </small>}
        <a href={`/terms/${id}`}>{name}</a> {full_name && <span>{full_name}</span>}
      </h3>
      <OtherNames {...term} />
      <p class="definition" dir="auto">
        {definition || unexplained}
      </p>
      <p class="facts">
        <TermStatus term={term} />
        {category && <bdi>{category}</bdi>}
        {is_stale && <StaleMark />}
      </p>
    </article>
  )
}
