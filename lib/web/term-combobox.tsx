import type { Term } from '../schemas/term.ts'
import { firstSentence } from '../schemas/text.ts'
import { buildUrl } from './parts/url.ts'

type ComboboxProps = {
  id: string
  value: string
  /** the term that is chosen */
  chosen?: string | undefined
  /** the term that is not offered */
  except?: string | undefined
  /** what it is called, if there is no label for it */
  label?: string
  /** the terms that were found for it, among which one chooses without a script */
  candidates?: readonly Term[] | undefined
  /** whether choosing a term sends the form */
  sends?: boolean
  describedBy?: string | undefined
}

/**
 * A field in which one chooses a term (assets/combobox.js): the arrow keys mark one of those that it offers, and Enter
 * takes the one that is marked. It sends what was typed as `q`, and the term as `other_id`.
 */
export function TermCombobox({
  id,
  value,
  chosen = '',
  label,
  except,
  candidates,
  sends = false,
  describedBy,
}: ComboboxProps) {
  const list = `${id}-found`
  return (
    <div class="combobox">
      <input
        id={id}
        name="q"
        role="combobox"
        aria-label={label}
        value={value}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        aria-expanded="false"
        aria-controls={list}
        aria-autocomplete="list"
        aria-describedby={describedBy}
        aria-invalid={describedBy ? 'true' : undefined}
        data-sends={sends}
        hx-get={buildUrl('/terms/options', { list, ...(except && { except }) })}
        hx-trigger="input changed delay:150ms"
        hx-target={`#${list}`}
        hx-swap="outerHTML"
        hx-sync="this:replace"
      />
      {candidates && candidates.length > 0 ? (
        <Candidates terms={candidates} />
      ) : (
        <input type="hidden" name="other_id" value={chosen} />
      )}
      {/* A term that was chosen counts as long as nothing else is typed. */}
      <input type="hidden" name="chosen_as" value={value} />
      <TermOptions id={list} terms={[]} />
    </div>
  )
}

/** What was typed may mean several terms, of which one is chosen here. */
const Candidates = ({ terms }: { terms: readonly Term[] }) => (
  <select name="other_id" aria-label="The term that you mean">
    <option value="">Choose a term</option>
    {terms.map(({ id, name, full_name, category }) => (
      <option key={id} value={id}>
        {[name, full_name && `(${full_name})`, category && `· ${category}`].filter(Boolean).join(' ')}
      </option>
    ))}
  </select>
)

type OptionsProps = { id: string; terms: readonly Term[]; q?: string | undefined }

/** The terms that a combobox offers, each with its full name and its first words. */
export function TermOptions({ id, terms, q }: OptionsProps) {
  return (
    <div id={id} class="options" role="listbox" aria-label="Terms">
      {terms.map(({ id: termId, name, full_name, definition, category }, index) => (
        <div
          key={termId}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected="false"
          data-id={termId}
          data-name={name}
        >
          <b dir="auto">{name}</b> {full_name && <span dir="auto">{full_name} </span>}
          <span class="fine" dir="auto">
            {firstSentence(definition)}
            {category && ` · ${category}`}
          </span>
        </div>
      ))}
      {q && terms.length === 0 && (
        <div role="option" tabIndex={-1} aria-selected="false" aria-disabled="true">
          No other term matches “{q}”.
        </div>
      )}
    </div>
  )
}
