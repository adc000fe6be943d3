import type { ComponentChildren } from 'preact'
import { inChosenLanguage } from '../../glossary/translated.ts'
import { languageName } from '../../languages.ts'
import type { Term } from '../../schemas/term.ts'

type Shown = { term: Pick<Term, 'name' | 'full_name' | 'definition' | 'translation'> }

/** The name of a term in the reader's language, with its own name beside it. */
export function TranslatedName({ term }: Shown) {
  const { name, originalName, language } = inChosenLanguage(term)
  if (originalName === undefined) return <>{name}</>
  return (
    <>
      <span lang={language} dir="auto">
        {name}
      </span>{' '}
      <small class="other-language" lang={term.translation?.original_language} dir="auto">
        {originalName}
      </small>
    </>
  )
}

/** The name of a term in a list that is sorted by names, with that in the reader's language beside it. */
export function ListedName({ term }: Shown) {
  const { name, originalName, language } = inChosenLanguage(term)
  return (
    <>
      {term.name}
      {originalName !== undefined && (
        <>
          {' '}
          <small class="other-language" lang={language} dir="auto">
            {name}
          </small>
        </>
      )}
    </>
  )
}

/** The paragraph of a definition, in the reader's language. */
export const Definition = ({
  term,
  kind = 'definition',
  children,
}: Shown & { kind?: string; children: ComponentChildren }) => (
  <p class={kind} dir="auto" lang={inChosenLanguage(term).language}>
    {children}
  </p>
)

/** Says that a text is a translation, and whether it is out of date. */
export function TranslationNote({ term, children }: Shown & { children?: ComponentChildren }) {
  const { note } = inChosenLanguage(term)
  if (note === undefined) return null
  return (
    <p class="fine translation-note">
      {note}
      {children}
    </p>
  )
}

/** What a vote says: beside a translation that is out of date, it is about another text than the one that is shown. */
export const agreement = ({ translation }: Pick<Term, 'translation'>): string =>
  translation?.is_outdated ? `I agree with the ${languageName(translation.original_language ?? 'en')} text` : 'I agree'

/** The text of the term itself, folded away below its translation. */
export function OriginalText({ term: { full_name, definition, translation } }: Shown) {
  if (!translation) return null
  return (
    <details class="original-text">
      <summary>Original text</summary>
      <p lang={translation.original_language} dir="auto">
        {full_name && <b>{full_name}: </b>}
        {definition}
      </p>
    </details>
  )
}
