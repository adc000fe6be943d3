import { isQuestion, toNewName } from '../../lookup/question-to-name.ts'
import { Submit } from './form.tsx'
import { LinkedNames } from './linked-text.tsx'
import { NotifyMe } from './notify-me.tsx'
import { buildUrl } from './url.ts'

type UnknownWordProps = {
  word: string
  /** names with a similar spelling, or for a question of terms with some of its words, to be shown as links */
  similarNames?: readonly string[]
  /** whether the reader has asked to be told about it; null if that is impossible */
  isAsked: boolean | null
}

/** Says how to find a term by what it means. */
export const SearchByMeaning = () => (
  <p>To find a term by its meaning, search for one or two words that its definition may contain.</p>
)

/** What to call terms with some of the words of a question. */
export const mayHelp = 'These terms may help'

/** Names of terms that people may want instead, as links to their pages. */
export const NamesInstead = ({ label, names }: { label: string; names: readonly string[] }) =>
  names.length === 0 ? null : (
    <p>
      {label}: <LinkedNames names={names} />
    </p>
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
      <NamesInstead label={isQuestion(word) ? mayHelp : 'Similar names'} names={similarNames} />
      {isText(word) ? (
        <ExplainOffer text={word} />
      ) : isQuestion(word) ? (
        <SearchByMeaning />
      ) : (
        <>
          <p>Know it? Add it for the next person.</p>
          <p>
            <a class="button" href={buildUrl('/terms/new', { name: toNewName(word) })}>
              Add “{toNewName(word)}”
            </a>
          </p>
          {isAsked !== null && <NotifyMe name={word} isAsked={isAsked} />}
        </>
      )}
    </>
  )
}

/** Names rarely have more words than this. */
const maxWordsInName = 6
/** Longer names cannot be looked up. */
const maxLength = 200

/** Whether someone has typed or pasted a message where a name is expected (assets/search.js has the same rule). */
export const isText = (typed: string): boolean =>
  typed.length > maxLength || /[\r\n]/.test(typed) || typed.split(/\s+/).length > maxWordsInName

/** Where forms send a text. The browser shows the result at the top. */
export const explainAction = '/explain#result'

/** Offers to explain a text. The text is sent in a form, never in a URL. */
export function ExplainOffer({ text }: { text: string }) {
  return (
    <form class="explain-offer" method="post" action={explainAction}>
      <p>The glossary can explain the words in it.</p>
      <input type="hidden" name="text" value={text} />
      <Submit>Explain this message</Submit>
    </form>
  )
}
