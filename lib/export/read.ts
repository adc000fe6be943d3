import { hash } from 'node:crypto'
import packageJson from '../../package.json' with { type: 'json' }
import type { Db } from '../context.ts'
import type { TermRow } from '../glossary/term.ts'
import { readTranslationsOf } from '../glossary/translations.ts'
import { JsonText } from '../json-text.ts'
import { isMultilingual } from '../languages.ts'
import { ofRelations } from '../schemas/relations.ts'
import { countsOf, type Status, statuses, totalOf } from '../schemas/term.ts'
import { fold } from '../schemas/text.ts'
import type {
  Batch,
  Batches,
  ExportedRelation,
  ExportedTerm,
  Format,
  Glossary,
  Pair,
  PhraseList,
  Related,
  Source,
} from './document.ts'
import { type FormatName, formats } from './formats.ts'
import { addFields, inLanguage } from './translated.ts'

/** Which terms to export, and how. */
export type Selection = {
  format: FormatName
  /** only terms with this status; all if null */
  status: Status | null
  /** only terms in this category, of any case; all if null */
  category: string | null
  /** the lowest status that terms have */
  lowest: Status
  /** how many terms at most; all if null */
  limit: number | null
  /** how many terms to skip */
  offset: number
  /** how many phrases there are, and how they are written */
  phrases: PhraseList
  /** the language that was chosen, if any */
  language?: string
  /** the languages of pairs of names */
  pair?: Pair
  /** whether CSV begins with a byte order mark, without which Excel takes it for another encoding */
  bom?: boolean
}

/** Reads the terms that follow a term in the order of an export; from the beginning if it is null. */
export type ReadTerms = (after: JsonText<ExportedTerm> | null, limit: number, offset?: number) => Promise<Batch>

const placeOf = (status: Status) => statuses.indexOf(status)

const filterOf = ({ status, category, lowest }: Selection) => ({
  status,
  in_category: category,
  left_out: statuses.slice(0, placeOf(lowest)),
})

/**
 * Reads what an export will contain.
 *
 * @returns a tag that changes with the content, the number of terms in the export, and the number of all that could be
 *   in it without `limit` and `offset`
 */
export async function readSummary(
  { db, settings }: Db & { settings: Glossary },
  selection: Selection,
): Promise<{ tag: string; count: number; total: number }> {
  const row = await db.one<{ version: string; total: number; today: string }>('export/version', filterOf(selection))
  if (!row) throw new Error('export/version returned no row')
  const { version, total, today } = row
  const content = [packageJson.version, settings.appUrl, settings.language, version, selection]
  if (selection.format === 'phrases') content.push(today) // Lookups count as of the last whole day.
  if (isMultilingual(settings)) content.push(settings.languages.join())
  const tag = `"${hash('sha256', JSON.stringify(content), 'base64url').slice(0, 22)}"`
  const rest = Math.max(0, total - selection.offset)
  return { tag, total, count: Math.min(selection.limit ?? rest, rest) }
}

/** Counts the terms that an export of each status has, and of all; of one category, if it is not null. */
export async function countExported({ db }: Db, category: string | null): Promise<Record<Status | 'all', number>> {
  const rows = await db.many<{ status: Status; total: number }>('export/counts', { in_category: category })
  const counts = countsOf(Object.fromEntries(rows.map(({ status, total }) => [status, total])))
  return { ...counts, all: totalOf(counts) }
}

/**
 * Creates the function that reads the terms of an export. Reading a long list this way takes the same time for each
 * batch, and holds nothing in the database between two batches. Terms that change in between may appear twice or not at
 * all.
 */
export function termReader({ db, settings }: Db & { settings: Glossary }, selection: Selection): ReadTerms {
  const { statement, relations }: Format = formats[selection.format]
  const finish = (rows: Row[]) => withTranslations({ db, settings }, selection, rows)
  if (statement === 'export/phrases') return phraseReader({ db }, selection, finish)
  return async (after, limit, offset = 0) => {
    const { name = null, full_name = null, category = null } = after?.parse() ?? {}
    const params = { ...filterOf(selection), name, full_name, category, limit, offset, relations: relations ?? null }
    const rows = await db.many<Row>(statement, params)
    return finish(rows)
  }
}

/** Reads the order of all terms once: sorting them anew for each batch would take quadratic time. */
function phraseReader({ db }: Db, selection: Selection, finish: (rows: Row[]) => Promise<Batch>): ReadTerms {
  let sorted: Promise<string[]> | undefined
  const readOrder = async () => {
    const rows = await db.many<{ id: string }>('export/phrase-order', filterOf(selection))
    return rows.map(({ id }) => id)
  }
  return async (after, limit) => {
    sorted ??= readOrder()
    const { place = 0 } = (after?.parse() ?? {}) as { place?: number }
    const ids = (await sorted).slice(place, place + limit)
    const rows = await db.many<Row>('export/phrases', { ids, place })
    return finish(rows)
  }
}

type Row = TermRow & { id: string; relations: JsonText<Related> | null }

const noRelations = JSON.stringify(ofRelations(() => []))

/** Adds what a term says of others. Both are JSON, which nobody needs to parse for that. */
const withRelations = ({ term, relations }: Row): JsonText<ExportedTerm> =>
  new JsonText(`${term.text.slice(0, -1)},${(relations?.text ?? noRelations).slice(1)}`)

/** Adds what terms say of others, and in other languages as far as a format has them. */
async function withTranslations(ctx: Db & { settings: Glossary }, selection: Selection, rows: Row[]): Promise<Batch> {
  const terms = rows.map(withRelations)
  const { languages }: Format = formats[selection.format]
  const { language } = selection
  if (!languages || !isMultilingual(ctx.settings) || (languages === 'chosen' && !language)) return terms
  const wanted = languages === 'all' ? ctx.settings.languages : [language ?? '']
  const ids = rows.map(({ id }) => id)
  return addFields(terms, ids, await readTranslationsOf(ctx, ids, wanted), language)
}

/** Renders a document of terms, in the language that was chosen. */
export function renderTerms(batches: Batches, settings: Glossary, selection: Selection): ReturnType<Format['render']> {
  const { render, languages }: Format = formats[selection.format]
  const isTranslated = languages === 'chosen' && selection.language !== undefined
  return render(isTranslated ? inLanguage(batches, settings.language) : batches, sourceOf(settings, selection))
}

/** Returns what a document is made from besides its terms. */
const sourceOf = ({ appUrl, language, languages }: Glossary, selection: Selection): Source => ({
  appUrl,
  language,
  foreign: languages.slice(1),
  pair: selection.pair ?? null,
  category: selection.category,
  phrases: selection.phrases,
  isExported: whichAreExported(selection),
})

/** Tells which terms an export has in any case: of a part of a list, nobody knows before it is read. */
const whichAreExported =
  ({ status, category, lowest, limit, offset }: Selection) =>
  (term: ExportedRelation) =>
    limit === null &&
    offset === 0 &&
    term.is_defined &&
    (status === null || term.status === status) &&
    placeOf(term.status) >= placeOf(lowest) &&
    (category === null || fold(term.category ?? '') === fold(category))
