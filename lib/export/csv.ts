import { joinNames, namesIn } from '../glossary/alias-lists.ts'
import { writeLinks } from '../glossary/links.ts'
import { aliasListNames, content, inputs, type TextField, textFields } from '../schemas/content.ts'
import { relationKinds } from '../schemas/relations.ts'
import type { ShownTranslation } from '../schemas/translation.ts'
import { escapeCell } from '../spreadsheet-cell.ts'
import { type ExportedTerm, type Format, renderParts } from './document.ts'

/** What few terms have is at the end, where no reader of the columns before has to know it. */
const isRare = (field: TextField) => ['choice', 'links'].includes(inputs[field].entry)

/** The columns of our CSV and of our workbooks but for those of translations. */
const ownColumns = [
  'id',
  ...textFields.filter((field) => !isRare(field)),
  'status',
  'vote_count',
  'is_stale',
  'last_confirmed_at',
  'created_at',
  'updated_at',
  ...textFields.filter(isRare),
  ...relationKinds,
]

/** The columns of translations: each language has its own. */
const translated = { name: 'name', full_name: 'full_name', definition: 'definition', outdated: 'is_outdated' } as const

/** The columns of our CSV and of our workbooks. @param foreign the languages of translations */
export const columnsIn = (foreign: readonly string[]): string[] => [
  ...ownColumns,
  ...foreign.flatMap((language) => Object.keys(translated).map((field) => `${field} [${language}]`)),
]

/**
 * Terms as CSV (RFC 4180) with a header. All texts are quoted, because a spreadsheet can take another character for the
 * delimiter. It shows formulas as text.
 */
export const csv: Format = {
  label: 'CSV',
  purpose: 'For spreadsheets, and to import the terms again.',
  type: 'text/csv; charset=utf-8',
  extension: 'csv',
  statement: 'export/by-name',
  relations: 'names',
  languages: 'all',
  render(batches, { foreign }) {
    const columns = columnsIn(foreign)
    const renderBatch = (terms: readonly ExportedTerm[]) => renderRows(terms, columns)
    return renderParts({ start: `${columns.join(',')}\r\n`, separator: '', end: '', renderBatch }, batches)
  },
}

async function renderRows(terms: readonly ExportedTerm[], columns: string[]) {
  const { stringify } = await import('csv-stringify/sync')
  return stringify(terms.map(toRow), {
    columns,
    record_delimiter: 'windows',
    quoted_string: true,
    quoted_empty: false,
    cast: { boolean: String, string: escapeCell },
  })
}

/**
 * A term whose aliases are a cell for each kind (contract, section 13), its links one, and what is usual an empty one.
 */
export const toRow = (term: ExportedTerm): Record<string, unknown> => ({
  ...term,
  ...Object.fromEntries(aliasListNames.map((list) => [list, joinNames(namesIn(list, term.aliases))])),
  links: writeLinks(term.links),
  ...Object.fromEntries(relationKinds.map((kind) => [kind, joinNames(term[kind])])),
  ...(term.in_texts === content.in_texts.blank && { in_texts: null }),
  ...Object.fromEntries((term.translations ?? []).flatMap(toCells)),
})

/** The cells of a translation. That it is up to date is an empty one, as is what it does not have. */
const toCells = (translation: ShownTranslation) =>
  Object.entries(translated).map(([column, field]) => [
    `${column} [${translation.language}]`,
    field === 'is_outdated' ? translation[field] || null : translation[field],
  ])
