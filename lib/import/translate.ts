import type { Context, Db } from '../context.ts'
import type { Changes } from '../glossary/texts.ts'
import { readTranslationsOf, type TranslationOf } from '../glossary/translations.ts'
import type { Languages } from '../languages.ts'
import { Problem } from '../problem.ts'
import type { RowDecision } from './decide.ts'
import { translatedHeader } from './header-languages.ts'
import type { PackedList } from './packed.ts'
import type { RowTranslation, TranslationToStore } from './translation-cells.ts'
import type { ReadRow, RowValues } from './values.ts'

/** What a row changes in other languages. */
type Translated = { translations: TranslationToStore[]; translated: Changes }

/**
 * Decides what rows change in other languages (contract, section 23): of what is decided about them, only that a row is
 * unchanged becomes another decision. The translations of protected terms cannot be proposed.
 *
 * @param languages those of the glossary, its own first
 */
export async function decideTranslations(
  { db }: Db,
  languages: Languages,
  reads: readonly ReadRow[],
  decisions: RowDecision[],
): Promise<RowDecision[]> {
  const ids = reads.flatMap(({ values }, index) => {
    const id = values?.translations && decisions[index] && termOf(decisions[index])
    return id ? [id] : []
  })
  if (ids.length === 0) return decisions
  const stored = await readStored({ db }, languages, ids)
  return decisions.map((decision, index) => {
    const { values } = reads[index] ?? {}
    const id = termOf(decision)
    if (!id || !values?.translations) return decision
    const isStored = (language: string) => stored.has(`${id} ${language}`)
    const translations = values.translations.map((each) => (isStored(each.language) ? each : withText(each, values)))
    const lost = translations.find(
      ({ language, full_name, definition }) => full_name && !definition && !isStored(language),
    )
    if (lost) return failed(translatedHeader('definition', lost.language), 'is required beside a full name')
    const made = compare(id, translations, stored)
    const isNameAlone = translations.some(
      ({ language, name, definition }) => name && !definition && !isStored(language),
    )
    if (made.translations.length === 0) return isNameAlone ? { ...decision, isNameAlone } : decision
    if (decision.isSpared) return { ...decision, isTranslationSpared: true }
    return {
      ...decision,
      ...made,
      isNameAlone,
      outcome: decision.outcome === 'unchanged' ? 'updated' : decision.outcome,
    }
  })
}

/** What the glossary has, by the ID of the term and the language. */
async function readStored({ db }: Db, languages: Languages, ids: readonly string[]) {
  const settings = { language: languages[0] ?? '', languages: [...languages] }
  const found = await readTranslationsOf({ db, settings }, ids, languages)
  return new Map(found.map((each) => [`${each.term_id} ${each.language}`, each]))
}

/** Counts the rows that say something else in other languages than the glossary: nobody can propose that. */
export async function countTranslated(
  ctx: Db,
  languages: Languages,
  rows: readonly { id: string | undefined; translations: readonly RowTranslation[] }[],
): Promise<number> {
  const ids = rows.flatMap(({ id, translations }) => (id && translations.length > 0 ? [id.toLowerCase()] : []))
  const stored = await readStored(ctx, languages, ids)
  const said = rows.map(({ id = '', translations }) => compare(id.toLowerCase(), translations, stored))
  return said.filter(({ translations }) => translations.length > 0).length
}

/** Where a row has no definition but a full name, the full name is the definition in every language. */
const withText = (each: RowTranslation, { full_name, definition }: RowValues): RowTranslation =>
  each.definition === undefined && each.full_name && definition === undefined && full_name
    ? { ...each, definition: each.full_name }
    : each

const failed = (path: string, message: string): RowDecision => ({
  outcome: 'failed',
  term_id: null,
  errors: [{ path, message }],
})

/** The term of a row that is stored. */
const termOf = ({ outcome, isKept, change, term_id }: RowDecision) =>
  ['created', 'updated', 'unchanged', 'proposed'].includes(outcome) && !isKept ? (change?.id ?? term_id) : null

const texts = ['name', 'full_name', 'definition'] as const

function compare(id: string, given: readonly RowTranslation[], stored: ReadonlyMap<string, TranslationOf>): Translated {
  const made: Translated = { translations: [], translated: {} }
  for (const { language, outdated = false, ...said } of given) {
    const earlier = stored.get(`${id} ${language}`)
    const { name = null, full_name = null, definition = null } = { ...earlier, ...said }
    const draft = definition === null ? { name: null, full_name: null, definition } : { name, full_name, definition }
    const changed = texts.filter((field) => draft[field] !== (earlier?.[field] ?? null))
    if (changed.length === 0) continue
    made.translations.push({ id, language, ...draft, is_outdated: outdated })
    for (const field of changed)
      made.translated[translatedHeader(field, language)] = { from: earlier?.[field] ?? null, to: draft[field] }
  }
  return made
}

/**
 * Stores what a file says in other languages, once its terms are stored and locked.
 *
 * @throws Problem `import_conflict` if a term is not there any more
 */
export async function translateTerms(
  tx: Context['db'],
  translations: PackedList<TranslationToStore>,
  by: { actor_id: string | null; import_id: string },
): Promise<void> {
  for (const batch of translations.batches()) {
    const result = await tx.one<{ stored: number }>('import/translate-terms', { translations: batch, ...by })
    if (result?.stored !== batch.length) throw new Problem('import_conflict')
  }
}
