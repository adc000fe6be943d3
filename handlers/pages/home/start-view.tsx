import type { Role } from '../../../lib/schemas/user.ts'
import { formatTitle } from '../../../lib/web/document.tsx'
import { excerpt } from '../../../lib/web/parts/excerpt.ts'
import { isText } from '../../../lib/web/parts/explain-offer.tsx'
import { formatNumber } from '../../../lib/web/parts/numbers.ts'
import { TermFacts } from '../../../lib/web/parts/term-facts.tsx'
import { buildUrl } from '../../../lib/web/parts/url.ts'
import { FirstSteps } from './first-steps-view.tsx'
import { FirstWeek } from './first-week-view.tsx'
import { NewSince } from './news-view.tsx'
import type { StartProps } from './read-start.ts'

type Props = StartProps & { role: Role; now: Date; isPart?: boolean }

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
              <NewSince {...props} now={now} />
              <Categories {...props} />
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
        <a href={`/terms/${term.id}`}>{term.name}</a>
      </h3>
      {term.full_name && (
        <p class="full-name" dir="auto">
          {term.full_name}
        </p>
      )}
      <p dir="auto">{excerpt(term.definition)}</p>
      <TermFacts term={term} />
    </section>
  )
}

/** Names that nobody has explained: those that people looked up, and those that were seen in conversations. */
function Unexplained({ wanted, suggested }: StartProps) {
  if (wanted.length + suggested.length === 0) return null
  const names = [
    ...wanted.map(({ name, people }) => ({
      name,
      why: `${people} people asked`,
      path: buildUrl('/terms/new', { name }),
    })),
    ...suggested.map(({ id, name }) => ({
      name,
      why: 'seen in Slack',
      path: `/terms/${id}/edit`,
    })),
  ]
  return (
    <section class="unexplained">
      <header>
        <h2>Can you explain these?</h2>
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
