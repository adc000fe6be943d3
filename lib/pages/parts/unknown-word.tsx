import { isQuestion } from '../../lookup/questions.ts'
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

/** Says how to find a term by what it means. */
export const SearchByMeaning = () => (
  <p>To find a term by its meaning, search for one or two words that its definition may contain.</p>
)

/** The heading for a word, a question or a message that the glossary has nothing for. */
export function headUnknown(word: string): string {
  if (isText(word)) return 'That looks like a message'
  return isQuestion(word) ? `Nothing found for “${word}”` : `No entry for “${word}” yet`
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
      ) : isQuestion(word) ? (
        <SearchByMeaning />
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
