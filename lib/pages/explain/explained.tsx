import type { Explanation, TextMatch } from '../../lookup/explain.ts'
import { type ExplainedName, listNames, toKey } from '../../lookup/explained-names.ts'
import { type Part, toSpelling } from '../../lookup/tokens.ts'
import { cutText } from '../parts/cut-text.ts'
import { FullMeanings } from '../parts/full-meanings.tsx'
import { buildUrl, wordPath } from '../parts/url.ts'

/** The most names, meanings of a name and unknown words on a page. */
const max = { names: 100, meanings: 6, unknown: 100 }

type ExplainedProps = { text: string; explanation: Explanation }

/** A text with its names marked, what they mean, and what the glossary does not have. */
export function Explained({ text, explanation }: ExplainedProps) {
  const names = listNames(explanation)
  return (
    <div class="explained">
      <h2>{summarize(explanation)}</h2>
      <MarkedText {...{ text, explanation }} names={names.slice(0, max.names)} />
      {names.slice(0, max.names).map((name, i) => (
        <Name key={name.start} id={idOf(i)} {...name} />
      ))}
      {names.length > max.names && (
        <p>
          The first {max.names} of {names.length} terms are explained here. The others are links in
          the text.
        </p>
      )}
      <UnknownWords words={[...new Set(explanation.unknown.map((part) => part.text))]} />
    </div>
  )
}

/** How many terms a text has. */
export function summarize(explanation: Explanation): string {
  const count = listNames(explanation).length
  if (count === 0) return 'No names from the glossary were found in this text'
  return count === 1 ? '1 term in this text' : `${count} terms in this text`
}

const idOf = (index: number) => `name-${index + 1}`

/** The text, in which each name leads to its explanation. */
function MarkedText({
  text,
  explanation: { matches, unknown },
  names,
}: ExplainedProps & { names: readonly ExplainedName[] }) {
  const ids = new Map(names.map((name, i) => [toKey(name), idOf(i)]))
  const marks: (Part & Partial<TextMatch>)[] = [...matches, ...unknown]
  return (
    <div class="marked-text">
      {cutText(
        text,
        marks.sort((a, b) => a.start - b.start),
      ).map((part) => {
        if (typeof part === 'string') return part
        const { start, term_ids } = part.range
        if (!term_ids) return <u key={start}>{part.text}</u>
        const id = ids.get(toKey({ term_ids }))
        return (
          <a key={start} href={id ? `#${id}` : wordPath(toSpelling(part.text))}>
            {part.text}
          </a>
        )
      })}
    </div>
  )
}

function Name({ id, text, meanings }: ExplainedName & { id: string }) {
  const shown = meanings.slice(0, max.meanings)
  return (
    <section id={id} class="explained-name" aria-label={text} tabindex={-1}>
      {meanings.length > 1 && (
        <p class="fine">
          “{text}” has {meanings.length} meanings. The one that fits this text best comes first.
        </p>
      )}
      <FullMeanings terms={shown} />
      {meanings.length > shown.length && (
        <p>
          <a href={wordPath(toSpelling(text))}>See all {meanings.length} meanings</a>
        </p>
      )}
    </section>
  )
}

/** Words that are written like acronyms. The form that adds one opens in a new tab, so that the text stays here. */
function UnknownWords({ words }: { words: readonly string[] }) {
  if (words.length === 0) return null
  return (
    <section class="unknown-words">
      <h2>Not in the glossary</h2>
      <p>Do you know what they mean? Add them for the next person. Each link opens a new tab.</p>
      <ul>
        {words.slice(0, max.unknown).map((word) => (
          <li key={word}>
            <a href={buildUrl('/terms/new', { name: word })} target="_blank" rel="noopener">
              Add “{word}”
            </a>
          </li>
        ))}
      </ul>
      {words.length > max.unknown && (
        <p>
          These are the first {max.unknown} of {words.length}.
        </p>
      )}
    </section>
  )
}
