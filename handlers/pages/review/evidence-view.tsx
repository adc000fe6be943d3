import type { Evidence, ReviewItem } from '../../../lib/schemas/review.ts'
import { Dated, LocalDay } from '../../../lib/web/parts/relative-time.tsx'

/** A sentence in which a suggestion was seen. */
export function Quote({ quote, quote_channel, quoted_at }: Evidence) {
  if (quote === null) return null
  return (
    <figure class="quote">
      <blockquote dir="auto">{quote}</blockquote>
      <figcaption>
        In #{quote_channel} {quoted_at && <LocalDay time={new Date(quoted_at)} now={new Date()} />}
      </figcaption>
    </figure>
  )
}

/** How often, where and by how many people a suggestion was seen. */
export function Sightings({ sightings, people, channels, full_names, examples, last_seen_at, looked_up_by }: Evidence) {
  const names = channels.slice(0, 5).map((name) => `#${name}`)
  const rest = channels.length - names.length
  return (
    <p class="facts">
      <span>
        Seen {sightings === 1 ? 'once' : `${sightings} times`}
        {people > 0 && `, by ${people === 1 ? 'one person' : `${people} people`}`}
      </span>
      {full_names.length > 0 && <span>as {full_names.map(({ full_name }) => `“${full_name}”`).join(', ')}</span>}
      <span>
        in {names.join(', ')}
        {rest > 0 && ` and ${rest} more`}
      </span>
      <Dated what="last" at={last_seen_at} />
      {looked_up_by > 0 && <span>{looked_up_by} people looked it up</span>}
      {examples.map((url, i) => (
        <a key={url} href={url} rel="noreferrer">
          Message {i + 1}
        </a>
      ))}
    </p>
  )
}

/** How people came to a term: what a decision about their name for it needs to know. */
export const LearnedItem = ({ name, people, term }: ReviewItem) => (
  <p>
    {people} people looked for “<span dir="auto">{name}</span>” and went on to <b dir="auto">{term.name}</b>.
  </p>
)
