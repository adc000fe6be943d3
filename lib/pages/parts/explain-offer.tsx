/** Names rarely have more words than this. */
const maxWordsInName = 6

/** Whether someone has probably pasted a text where a name is expected. */
export const isText = (typed: string): boolean => typed.split(/\s+/).length > maxWordsInName

type ExplainOfferProps = {
  text: string
  id?: string
  hidden?: boolean
}

/** Where forms send a text. The browser shows the result at the top. */
export const explainAction = '/explain#result'

/** Offers to explain a text. The text is sent in a form, never in a URL. */
export function ExplainOffer({ text, ...form }: ExplainOfferProps) {
  return (
    <form {...form} class="explain-offer" method="post" action={explainAction}>
      <p>The glossary can mark the words in it that it knows.</p>
      <input type="hidden" name="text" value={text} />
      <button type="submit" class="button">
        Explain this text
      </button>
    </form>
  )
}
