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
      <button type="submit" class="button">
        Explain this message
      </button>
    </form>
  )
}
