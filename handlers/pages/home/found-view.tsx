import type { ComponentChildren } from 'preact'
import { inChosenLanguage } from '../../../lib/glossary/translated.ts'
import { unexplained } from '../../../lib/glossary/unexplained.ts'
import type { SearchSlice } from '../../../lib/lookup/search-to-terms.ts'
import { describeFollowed, describeMatch, type Step } from '../../../lib/lookup/whole-to-meanings.ts'
import { stateWords } from '../../../lib/schemas/states.ts'
import type { Term } from '../../../lib/schemas/term.ts'
import type { ListQuery } from '../../../lib/web/list-query.ts'
import { FullMeanings, type ShownMeaning } from '../../../lib/web/parts/answer-card.tsx'
import { excerpt } from '../../../lib/web/parts/excerpt.ts'
import { TermFacts } from '../../../lib/web/parts/marks.tsx'
import { FullName } from '../../../lib/web/parts/other-names.tsx'
import { Definition, ListedName, TranslationNote } from '../../../lib/web/parts/translated.tsx'
import { wordPath } from '../../../lib/web/parts/url.ts'

export type AnswerProps = {
  match: Step
  asked: string
  meanings: readonly ShownMeaning[]
  total: number
  followed_category?: string
}

/** The answer to a search for a word: what it means, before the list of other terms. */
export function AnswerSection(props: AnswerProps & { children?: ComponentChildren }) {
  const { match, asked, meanings, total, followed_category: followed, children } = props
  if (meanings.length === 0) return null
  const found = describeMatch(match)
  return (
    <section class="answer" aria-label={`What ${asked} means`}>
      {found && (
        <p class="fine">
          {found}: <b>{asked}</b>
        </p>
      )}
      {followed && <p class="fine">{describeFollowed(followed)}</p>}
      <FullMeanings meanings={meanings} />
      {total > meanings.length && (
        <p>
          <a href={wordPath(asked)}>See all {total} meanings</a>
        </p>
      )}
      {children}
    </section>
  )
}

type SearchResultsProps = { terms: SearchSlice; answer: Pick<AnswerProps, 'meanings'> }

/** Search results, the most relevant first, without those that are the answer. */
export function SearchResults({ terms, answer: { meanings } }: SearchResultsProps) {
  const others = terms.items.filter(({ id }) => meanings.every(({ term }) => term.id !== id))
  if (others.length === 0) return null
  const isSimilar = terms.did_you_mean !== undefined
  const heading = isSimilar ? 'Similar names' : meanings.length > 0 ? 'Other results' : 'Results'
  return (
    <section>
      <h2 class={heading === 'Results' ? 'visually-hidden' : 'label'}>{heading}</h2>
      <TermList terms={others} also={meanings.map(({ term }) => term.name)} />
    </section>
  )
}

type TermListProps = {
  terms: readonly Term[]
  /** names that the page has above the list */
  also?: readonly string[]
}

function TermList({ terms, also = [] }: TermListProps) {
  const names = [...also, ...terms.map(({ name }) => name)]
  const isAmbiguous = ({ name }: Term) => names.indexOf(name) !== names.lastIndexOf(name)
  return (
    <ol class="entries">
      {terms.map((term) => (
        <TermItem key={term.id} term={term} isAmbiguous={isAmbiguous(term)} />
      ))}
    </ol>
  )
}

/** The letter that a name is listed under: its initial in upper case, "#" for digits and punctuation. */
export function letterOf(name: string): string {
  const [initial = ''] = name.toLowerCase().normalize('NFC')
  return initial < 'a' ? '#' : initial.toUpperCase()
}

/** Terms by name, grouped by their first letter. */
export function TermsByLetter({ terms }: { terms: readonly Term[] }) {
  const groups = new Map<string, Term[]>()
  for (const term of terms) {
    const letter = letterOf(term.name)
    groups.set(letter, [...(groups.get(letter) ?? []), term])
  }
  return (
    <div class="letter-groups">
      {[...groups].map(([letter, group]) => (
        <section key={letter}>
          <h2>{letter}</h2>
          <TermList terms={group} />
        </section>
      ))}
    </div>
  )
}

function TermItem({ term, isAmbiguous }: { term: Term; isAmbiguous: boolean }) {
  return (
    <li class="entry">
      <EntryName term={term} isAmbiguous={isAmbiguous} />
      <div>
        <Definition term={term}>{excerpt(inChosenLanguage(term).definition || unexplained)}</Definition>
        <TranslationNote term={term} />
        <TermFacts term={term} />
      </div>
    </li>
  )
}

/** What the filters of a list leave, in the singular: "pending term of yours in Finance". */
export function describeFilters({ name, status, category, owner }: ListQuery): string {
  const kind = status ? `${stateWords[status].name.toLowerCase()} term` : 'term'
  const whose = owner === 'me' ? ' of yours' : ''
  const where = category ? ` in ${category}` : ''
  return kind + whose + where + (name === undefined ? '' : ` named “${name}”`)
}

/** The name of a term in a list of entries, which leads to its page, with the full name below it. */
export function EntryName({
  term,
  isAmbiguous = false,
}: {
  term: Pick<Term, 'id' | 'name' | 'full_name' | 'definition' | 'translation'>
  /** whether another entry has this name, so that the link has to say which meaning it leads to */
  isAmbiguous?: boolean
}) {
  return (
    <div>
      <h3 dir="auto">
        <a
          href={`/terms/${term.id}`}
          aria-label={isAmbiguous && term.full_name ? `${term.name} (${term.full_name})` : undefined}
        >
          <ListedName term={term} />
        </a>
      </h3>
      <FullName {...term} />
    </div>
  )
}
