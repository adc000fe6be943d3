import { ExplainOffer, isText } from './explain-offer.tsx'
import { NotifyMe } from './notify-me.tsx'
import { buildUrl, wordPath } from './url.ts'

type UnknownWordProps = {
  word: string
  /** names with a similar spelling, to be shown as links */
  similarNames?: readonly string[]
  /** whether the reader has asked to be told about it; null if that is impossible */
  isAsked: boolean | null
}

/** What to do about a word that no term has as a name: similar names, adding it, and being told about it. */
export function UnknownWord({ word, similarNames = [], isAsked }: UnknownWordProps) {
  return (
    <>
      {similarNames.length > 0 && (
        <p>
          Similar names:{' '}
          {similarNames.map((name, i) => (
            <>
              {i > 0 && ', '}
              <a href={wordPath(name)}>{name}</a>
            </>
          ))}
        </p>
      )}
      {isText(word) ? (
        <ExplainOffer text={word} />
      ) : (
        <>
          <p>Know it? Add it for the next person.</p>
          <p>
            <a class="button" href={buildUrl('/terms/new', { name: word })}>
              Add “{word}”
            </a>
          </p>
          {isAsked !== null && <NotifyMe name={word} isAsked={isAsked} />}
        </>
      )}
    </>
  )
}
