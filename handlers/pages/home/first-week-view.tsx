import type { FirstWord } from '../../../lib/lookup/browse.ts'
import { wordPath } from '../../../lib/web/parts/url.ts'

/** With fewer words, there is nothing to work through. */
const minWords = 3

/**
 * Words for the first week of someone who is new here. assets/first-week.js strikes out those that were opened from here,
 * which only the browser knows.
 */
export function FirstWeek({ firstWords }: { firstWords: readonly FirstWord[] }) {
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
      <progress
        class="with-js"
        aria-label="Words that you have opened"
        max={firstWords.length}
        value={0}
      />
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
