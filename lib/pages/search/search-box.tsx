/** Where the box sends what was typed: it opens a word, searches, or explains a text. */
export const openAction = '/t'

type SearchBoxProps = {
  q?: string | undefined
  /** the ID of the part that the results replace */
  target: string
  /** the label above the box */
  label: string
  isFocused?: boolean
}

/** The box for a word, a question or a whole message, which answers while one types. */
export function SearchBox({ q = '', target, label, isFocused = false }: SearchBoxProps) {
  return (
    <search>
      <form id="search" class="search" action={openAction}>
        <h1>
          <label for="q">{label}</label>
        </h1>
        <div class="searchbox">
          <input
            id="q"
            name="q"
            type="search"
            value={q}
            maxlength={200}
            placeholder="A word, a question, or a whole message"
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            autofocus={isFocused}
            aria-controls={target}
            aria-keyshortcuts="/ Control+K Meta+K"
            hx-get="/"
            hx-trigger="input changed delay:150ms"
            hx-include="#search"
            hx-target={`#${target}`}
            hx-swap="outerHTML"
            hx-sync="this:replace"
          />
          <span class="key-hint with-js" aria-hidden="true">
            /
          </span>
          <button type="submit" class="button">
            Search
          </button>
        </div>
      </form>
    </search>
  )
}
