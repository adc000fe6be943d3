import { invalid } from '../problem.ts'
import { type ColumnChoice, type ImportField, type ImportOptions, importFields } from '../schemas/import.ts'
import { isSaid, relationKinds } from '../schemas/relations.ts'
import type { Guess, GuessKey } from './guess.ts'
import { areNames } from './guess-kinds.ts'
import { guessColumns, keepColumns } from './guesses.ts'
import { isSameHeader, readHeader, readLongHeader } from './headers.ts'
import { type Cells, type NameList, type Positions, unreadable } from './table.ts'
import type { TranslatedColumn } from './translated-columns.ts'

/** What decides about columns besides their headers and cells. */
export type ReadOptions = Pick<ImportOptions, 'match' | 'trust_status'> & {
  columns: ColumnChoice
  /** guesses that a person has reversed */
  reversed: readonly GuessKey[]
  /** whether the format says what its fields are */
  isDefined: boolean
}

/** The field of each column. */
export type Columns = {
  /** the position of the column of each field that the file has */
  positions: Positions
  /** the columns with texts in other languages */
  translated: readonly TranslatedColumn[]
  used: Record<string, ImportField>
  /** what else is read because of other languages, by header */
  inLanguages: Record<string, string>
  ignored: string[]
  /** the lists of names in which commas and vertical bars separate, too */
  commas: readonly NameList[]
  /** whether marks around names are a part of them */
  keepsMarks: boolean
  /** whether most names are numbered */
  isNumbered: boolean
  /** whether names that have an acronym besides another name are split */
  splitsNames: boolean
  /** whether the first of several categories is taken */
  takesFirst: boolean
  /** whether what it says of other terms can be words that are none */
  isForeign: boolean
  /** what the cells decided */
  guesses: readonly Guess[]
}

/**
 * Decides which field each column has, by its header, otherwise by its cells (contract, section 15).
 *
 * @param options `columns` overrides this for some headers
 * @throws Problem `validation_failed` if the choice does not fit the file
 */
export function assignColumns(
  headers: readonly string[],
  cells: Cells,
  options: ReadOptions,
): Omit<Columns, 'translated' | 'inLanguages'> {
  const chosen = readChoice(headers, options)
  const positions: Positions = Object.fromEntries(
    [...chosen].flatMap(([index, field]) => (field ? [[field, index]] : [])),
  )
  const read = options.isDefined ? readDefined : readLongHeader
  // SKOS has the addresses of other concepts.
  const isSkos = headers.some((header) => /^(?:skos:)?prefLabel$/.test(header))
  const isOwn = (header: string, field: string) => isSameHeader(header, field) && !isSkos
  const named = headers.map((header, index) => {
    const found = chosen.has(index) ? undefined : read(header)
    const isRelation = found && isSaid(found.field) && !isOwn(header, found.field)
    return isRelation && (isSkos || options.isDefined || !areNames(cells, index)) ? undefined : found
  })
  const first = (wanted: string) =>
    named.reduce<number | undefined>((best, found, index) => {
      const isBetter = best === undefined || (named[best]?.rank ?? 0) > (found?.rank ?? 0)
      return found?.field === wanted && isBetter ? index : best
    }, undefined)
  for (const field of importFields.filter((each) => isRead(each, options))) positions[field] ??= first(field)
  const meaning = first('meaning')
  if (positions.full_name === undefined) positions.full_name = meaning
  else positions.definition ??= meaning
  if (positions.name === undefined && positions.replaced_by !== undefined && !chosen.has(positions.replaced_by)) {
    // Of two names, the one to use is that of the term.
    positions.name = positions.replaced_by
    positions.replaced_by = undefined
  }
  const { reversed, isDefined } = options
  const known = { headers, named, chosen, cells, reversed }
  const result = isDefined ? keepColumns(known, positions) : guessColumns(known, positions)
  const isForeign = headers.some((header, index) => {
    const field = relationKinds.find((kind) => result.positions[kind] === index)
    return field !== undefined && !isOwn(header, field)
  })
  return { ...result, keepsMarks: isDefined, isForeign, ...describeColumns(headers, result.positions) }
}

/** A format that defines its fields has links under no other name: its `source` is something else. */
function readDefined(header: string) {
  const found = readHeader(header)
  return found?.field === 'links' && !isSameHeader(header, 'links') ? undefined : found
}

/** The ID and the status are read only if the import asks for them. */
const isRead = (field: ImportField, { match, trust_status }: Pick<ReadOptions, 'match' | 'trust_status'>) =>
  (field !== 'id' || match === 'id') && (field !== 'status' || trust_status)

function readChoice(headers: readonly string[], options: ReadOptions) {
  const chosen = new Map<number, ImportField | null>()
  for (const [header, field] of Object.entries(options.columns)) {
    const same = headers.indexOf(header)
    const index = same >= 0 ? same : headers.findIndex((each) => isSameHeader(each, header))
    if (index < 0) throw wrongChoice(`names a column that the file does not have: "${header}"`)
    if (field && [...chosen.values()].includes(field)) throw wrongChoice(`names two columns for ${field}`)
    chosen.set(index, field && isRead(field, options) ? field : null)
  }
  return chosen
}

const wrongChoice = (message: string) => invalid('columns', message, `The choice of columns ${message}.`)

/** @throws Problem `validation_failed` if no column is for the name */
export function requireName(headers: readonly string[], { positions }: Columns): void {
  if (positions.name !== undefined) return
  if (headers.length === 0) throw unreadable('has no rows.')
  const found = headers.filter(Boolean).slice(0, 20).join(', ').slice(0, 500)
  const message = 'has no column for the name, such as "name", "acronym" or "term"'
  throw invalid('columns', message, `The file ${message}. Its columns are: ${found}.`)
}

function describeColumns(headers: readonly string[], positions: Positions) {
  const { other_name, split_text: _, row_type: __, ...own } = positions
  const fields = new Map(Object.entries(own).map(([field, index]) => [index, field]))
  if (other_name !== undefined && !fields.has(other_name)) fields.set(other_name, 'name')
  const used = headers.flatMap((header, index) => {
    const field = fields.get(index)
    return field ? [[header, field as ImportField] as const] : []
  })
  const ignored = headers.filter((header, index) => header !== '' && !fields.has(index))
  return { used: Object.fromEntries(used), ignored }
}
