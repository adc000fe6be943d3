import { type ListQuery, listUrl } from '../../../lib/web/list-query.ts'
import { letterOf } from './term-list-view.tsx'

const latinLetters = [...'abcdefghijklmnopqrstuvwxyz']

/** Links to the first term of each letter. Letters of other scripts appear only if a name starts with them. */
export function LetterIndex({ initials, ...query }: ListQuery & { initials: readonly string[] }) {
  const available = new Set(initials.map(letterOf))
  const letters = new Set(['#', ...latinLetters.map(letterOf), ...available])
  return (
    <nav class="letters" aria-label="Letters" hx-boost="true" hx-swap="outerHTML show:window:top">
      <ol>
        {[...letters].map((letter) => (
          <li key={letter}>
            {available.has(letter) ? (
              <a id={`to-${letter}`} href={listUrl(query, { letter })}>
                {letter}
              </a>
            ) : (
              <span aria-hidden="true">{letter}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
