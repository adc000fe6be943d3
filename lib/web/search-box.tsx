import { Submit } from './parts/form.tsx'
/** Where a box sends what was typed: it opens a word, searches, or explains a message. */
export const openAction = '/t'

type SearchBoxProps = {
  q?: string | undefined
  /** begins the IDs of the form and the box, as a page with the dialog may have another box */
  prefix?: 'quick-' | ''
  /** the ID of the part that the results replace */
  target: string
  isFocused?: boolean
}

/** What a box can be asked. */
export const searchPlaceholder = 'A word, a question, or a whole message'

const hints = {
  autocomplete: 'off',
  autocapitalize: 'off',
  spellcheck: false,
  'aria-keyshortcuts': '/ Control+K Meta+K',
} as const

/**
 * The box for a word, a question or a whole message, which answers while one types. A message is not sent before Enter,
 * and never in a URL. If it has several lines, assets/search.js puts it into the text area, because a box drops its
 * line breaks.
 */
export function SearchBox({ q = '', prefix = '', target, isFocused = false }: SearchBoxProps) {
  const [form, box] = [`${prefix}search`, `${prefix}q`]
  return (
    <search>
      <form id={form} class="search" method="post" action={openAction}>
        <h1 class={prefix && 'visually-hidden'}>
          <label for={box}>What does it mean?</label>
        </h1>
        <div class="searchbox">
          <input
            {...hints}
            id={box}
            name="q"
            type="search"
            value={q}
            placeholder={searchPlaceholder}
            autofocus={isFocused}
            aria-controls={target}
            hx-get="/"
            hx-trigger="input changed delay:20ms, outdated"
            hx-include={`#${form}`}
            hx-target={`#${target}`}
            hx-swap="outerHTML"
            hx-sync="this:replace"
          />
          <textarea {...hints} name="message" aria-label="Message" rows={1} hidden disabled />
          <KeyHint />
          <Submit>Search</Submit>
        </div>
        <p class="message-hint" role="status" hidden>
          That looks like a message. Press Enter to explain the words in it.
        </p>
      </form>
    </search>
  )
}

/** Searches from the header of any page. With JavaScript the answer appears in a dialog on this page. */
export function SearchField() {
  return (
    <search>
      <form class="header-search" method="post" action={openAction}>
        <input {...hints} type="search" name="q" aria-label="Search" placeholder="Search" />
        <KeyHint />
      </form>
    </search>
  )
}

const KeyHint = () => (
  <span class="key-hint with-js" aria-hidden="true">
    /
  </span>
)

/** The search that "/" and the field in the header open in place; on a phone it fills the screen. */
export function SearchDialog() {
  return (
    <dialog id="search-dialog" class="search-dialog" aria-label="Search">
      <div class="search-head">
        <SearchBox prefix="quick-" target="quick-results" />
        <form method="dialog">
          <button type="submit" class="quiet">
            Close
          </button>
        </form>
      </div>
      <section id="quick-results" aria-label="Results" />
      <p id="quick-announcement" class="visually-hidden" role="status" />
    </dialog>
  )
}
