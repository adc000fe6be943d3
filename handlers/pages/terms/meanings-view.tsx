import { inChosenLanguage } from '../../../lib/glossary/translated.ts'
import { unexplained } from '../../../lib/glossary/unexplained.ts'
import type { Similar } from '../../../lib/lookup/name-to-similar-terms.ts'
import type { Term } from '../../../lib/schemas/term.ts'
import { excerpt } from '../../../lib/web/parts/excerpt.ts'
import { StaleMark, TermStatus } from '../../../lib/web/parts/marks.tsx'
import { counted } from '../../../lib/web/parts/numbers.ts'
import { Announcement } from '../../../lib/web/parts/part.tsx'
import { Definition, TranslatedName, TranslationNote } from '../../../lib/web/parts/translated.tsx'
import { buildUrl } from '../../../lib/web/parts/url.ts'

type MeaningsProps = {
  terms: readonly Term[]
  /** where the name of a term leads; to its page if absent */
  address?: (term: Term) => string
}

export function Meanings({ terms, address }: MeaningsProps) {
  return (
    <ul class="meanings">
      {terms.map((term) => (
        <li key={term.id}>
          <p>
            <a href={address?.(term) ?? `/terms/${term.id}`}>
              <b dir="auto">
                <TranslatedName term={term} />
              </b>
              <ShortFullName {...term} />
            </a>
          </p>
          <Definition term={term} kind="excerpt">
            {excerpt(inChosenLanguage(term).definition || unexplained)}
          </Definition>
          <TranslationNote term={term} />
          {!address && !term.definition && (
            <p>
              <a href={`/terms/${term.id}/edit`}>
                Write a definition<span class="visually-hidden"> of {term.name}</span>
              </a>
            </p>
          )}
          <p class="facts">
            <TermStatus term={term} />
            {term.category && <span dir="auto">{term.category}</span>}
            {term.is_stale && <StaleMark />}
          </p>
        </li>
      ))}
    </ul>
  )
}

function ShortFullName(term: Term) {
  const { full_name, fullNameLanguage } = inChosenLanguage(term)
  return full_name && <i lang={fullNameLanguage}> {full_name}</i>
}

type SimilarTermsProps = Similar & { isPart?: boolean }

/** Existing terms with the name that is being typed or a similar one; htmx replaces this section. */
export function SimilarTerms({ isPart = false, ...similar }: SimilarTermsProps) {
  const { same, sameTotal, close } = similar
  const [first] = same
  return (
    <>
      <section id="similar" class="similar" aria-label="Existing terms">
        {first && (
          <>
            <h2>Do you mean {sameTotal === 1 ? 'this term' : 'one of these'}?</h2>
            <Meanings terms={same} />
            {sameTotal > same.length && (
              <p>
                <a href={buildUrl('/browse', { name: first.name })}>See all {sameTotal} meanings</a>
              </p>
            )}
          </>
        )}
        {close.length > 0 && (
          <>
            <h2 class={first ? 'label' : undefined}>{first ? 'Similar names' : 'Do you mean one of these?'}</h2>
            <Meanings terms={close} />
          </>
        )}
      </section>
      {isPart && <Announcement text={summary(similar)} />}
    </>
  )
}

function summary({ sameTotal, close }: Similar): string {
  if (sameTotal > 0) return `${counted(sameTotal, 'term')} with this name`
  if (close.length === 0) return ''
  return `${counted(close.length, 'term')} with a similar name`
}
