import { inChosenLanguage } from '../../../lib/glossary/translated.ts'
import type { FirstWord } from '../../../lib/lookup/browse.ts'
import type { Role } from '../../../lib/schemas/user.ts'
import { formatTitle } from '../../../lib/web/document.tsx'
import { excerpt } from '../../../lib/web/parts/excerpt.ts'
import { TermFacts } from '../../../lib/web/parts/marks.tsx'
import { formatNumber } from '../../../lib/web/parts/numbers.ts'
import { FullName } from '../../../lib/web/parts/other-names.tsx'
import { PendingSteps } from '../../../lib/web/parts/pending-steps.tsx'
import { Definition, TranslatedName, TranslationNote } from '../../../lib/web/parts/translated.tsx'
import { isText } from '../../../lib/web/parts/unknown-word.tsx'
import { buildUrl, wordPath } from '../../../lib/web/parts/url.ts'
import { hasOnlyDrafts, NewSince } from './news-view.tsx'
import type { StartProps } from './read-start.ts'

type Props = StartProps & { role: Role; now: Date; hasSlack: boolean; isPart?: boolean }

/** What the home page shows without a search; htmx replaces it by results. */
export function Start({ role, now, isPart = false, ...props }: Props) {
  return (
    <>
      {isPart && <title>{formatTitle('Home')}</title>}
      <section id="results" class="start" aria-label="Start">
        {props.isEmpty ? (
          <FirstSteps role={role} />
        ) : (
          <>
            <Tries {...props} />
            <div>
              {hasOnlyDrafts(props.news) ? (
                <>
                  <Categories {...props} />
                  <NewSince {...props} now={now} />
                </>
              ) : (
                <>
                  <NewSince {...props} now={now} />
                  <Categories {...props} />
                </>
              )}
            </div>
            <div>
              <WordOfTheDay {...props} />
              <FirstWeek {...props} />
              <Unexplained {...props} />
            </div>
          </>
        )}
      </section>
    </>
  )
}

/** What one can do with the search box, with names that this glossary has. */
function Tries({ words: [word, another] }: StartProps) {
  const question = word && `what does ${word.name} mean?`
  const searches = [question, another?.name].filter((text) => text && !isText(text))
  return (
    <p class="tries">
      Try{' '}
      {searches.map((text) => (
        <a key={text} href={buildUrl('/', { q: text })} dir="auto">
          {text}
        </a>
      ))}
      <a href="/explain">Paste a message</a>
      <a href="/browse">Browse A–Z</a>
    </p>
  )
}

function WordOfTheDay({ words: [term] }: StartProps) {
  if (!term) return null
  return (
    <section class="word-of-the-day">
      <header>
        <h2>Word of the day</h2>
      </header>
      <h3 dir="auto">
        <a href={`/terms/${term.id}`}>
          <TranslatedName term={term} />
        </a>
      </h3>
      <FullName {...term} />
      <Definition term={term}>{excerpt(inChosenLanguage(term).definition)}</Definition>
      <TranslationNote term={term} />
      <TermFacts term={term} />
    </section>
  )
}

/** Names that nobody has explained: those that people looked up, and those that were seen in conversations. */
function Unexplained({ wanted, suggested, hasSlack }: StartProps & { hasSlack: boolean }) {
  if (wanted.length + suggested.length === 0) return null
  const isSeen = (source: string) => hasSlack && source === 'discovery'
  const names = [
    ...wanted.map(({ name, people }) => ({
      name,
      why: `${people} people asked`,
      path: buildUrl('/terms/new', { name }),
    })),
    ...suggested.map(({ term: { id, name, source }, people }) => ({
      name,
      why: people > 1 ? `${people} people use it` : isSeen(source) ? 'seen in Slack' : 'not confirmed yet',
      path: `/terms/${id}/edit`,
    })),
  ]
  return (
    <section class="unexplained">
      <header>
        <h2>Explain</h2>
        {wanted.length > 0 && <a href="/wanted">All missing words</a>}
      </header>
      <ul>
        {names.map(({ name, why, path }) => (
          <li key={path}>
            <span>
              <b dir="auto">{name}</b> <span class="fine">{why}</span>
            </span>
            <a href={path}>
              Explain <span class="visually-hidden">{name}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Categories({ categories }: StartProps) {
  if (categories.length === 0) return null
  return (
    <section class="by-category">
      <header>
        <h2>By category</h2>
        <a href="/browse">Browse A–Z</a>
      </header>
      <ul>
        {categories.map(({ category, count }) => (
          <li key={category}>
            <a href={buildUrl('/browse', { category })}>
              <span dir="auto">{category}</span> <span class="count">{formatNumber(count)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What to do with a glossary that has no terms yet; for admins, what is set up. */
function FirstSteps({ role }: { role: Role }) {
  return (
    <section class="first-steps">
      <header>
        <h2>The glossary is empty</h2>
      </header>
      <ul>
        {role !== 'viewer' && (
          <li>
            <h3>
              <a href="/import">Import a spreadsheet</a>
            </h3>
            <p>Excel, CSV or a table pasted from a wiki. You see every row before it is added.</p>
          </li>
        )}
        <li>
          <h3>
            <a href="/explain">Paste a document</a>
          </h3>
          <p>Lists the acronyms in it, so that you can explain them one by one.</p>
        </li>
        <li>
          <h3>
            <a href="/terms/new">Add the first term</a>
          </h3>
          <p>Start with the last acronym that you had to explain to someone.</p>
        </li>
      </ul>
      {role === 'admin' && (
        <>
          <header>
            <h2>Setup</h2>
            <a href="/admin/setup">Open the page</a>
          </header>
          <PendingSteps />
        </>
      )}
    </section>
  )
}

/** With fewer words, there is nothing to work through. */
const minWords = 3

/**
 * Words for the first week of someone who is new here. assets/first-week.js strikes out those whose pages were
 * opened, which only the browser knows.
 */
function FirstWeek({ firstWords }: { firstWords: readonly FirstWord[] }) {
  if (firstWords.length < minWords) return null
  const categories = new Set(firstWords.map(({ followed_category }) => followed_category))
  const [category] = categories.size === 1 ? categories : []
  return (
    <section class="first-week">
      <header>
        <h2>
          Your first week{' '}
          {category && (
            <>
              in <bdi>{category}</bdi>
            </>
          )}
        </h2>
      </header>
      <p class="without-js">Words that you will meet soon:</p>
      <p class="with-js" data-opened-count>
        {firstWords.length} words
      </p>
      <progress class="with-js" aria-label="Words that you have opened" max={firstWords.length} value={0} />
      <ul>
        {firstWords.map(({ name }) => (
          <li key={name}>
            <a href={wordPath(name)} data-word={name} dir="auto">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
