import * as v from 'valibot'
import { maxLine, namesIn, splitNames } from '../glossary/alias-lists.ts'
import { readLinks } from '../glossary/links.ts'
import type { Content } from '../glossary/texts.ts'
import type { Fault } from '../problem.ts'
import {
  type AliasList,
  aliasListNames,
  content,
  inputs,
  maxAliases,
  ofContent,
  type PlainField,
} from '../schemas/content.ts'
import { type ImportField, type ImportOptions, importFields } from '../schemas/import.ts'
import { list } from '../schemas/list.ts'
import { isSaid } from '../schemas/relations.ts'
import { maxRelations, type RelationKind, Status } from '../schemas/term.ts'
import { fold, uuid } from '../schemas/text.ts'
import { isPlaceholder } from './artefacts.ts'
import type { Columns } from './columns.ts'
import { translatedHeader } from './header-languages.ts'
import { isObject, type TableRow } from './table.ts'
import { type RowTranslation, readTranslations } from './translation-cells.ts'

/** What a row says about a term. A field that is absent changes nothing. */
export type RowValues = { id?: string; status?: Status } & Pick<Content, 'name'> &
  Partial<Pick<Content, PlainField | 'links'>> &
  Partial<Record<AliasList | RelationKind, string[]>> & { translations?: RowTranslation[] }

/** A row that was read. It has values, or errors; a blank row has neither. */
export type ReadRow = {
  row: number
  /** the cells of our fields that have text, to show them with the errors */
  cells: Partial<Record<ImportField, string>>
  /** the texts of its cells in other languages, by the header that our CSV has */
  others?: Record<string, string>
  values: RowValues | null
  /** the meanings that the row can be split into, if there is more than one */
  meanings?: string[]
  errors: Fault[]
}

/** How many errors of a row are listed. */
const maxErrors = 20

const isList = (field: ImportField): field is AliasList => aliasListNames.includes(field as AliasList)

type ReadOptions = Pick<ImportOptions, 'category' | 'fill'>

/** Reads the cells of a row. What is wrong with them is in `errors`. */
export function readRow(
  { row, cells, error }: TableRow,
  { positions, commas, translated }: Pick<Columns, 'positions' | 'commas' | 'translated'>,
  { category, fill }: ReadOptions,
): ReadRow {
  const isIgnored = (field: ImportField, cell: unknown) =>
    field === 'definition' && fill === 'full_name' && (isBlank(cell) || isPlaceholder(toText(cell)))
  const given = importFields.flatMap((field) => {
    const cell = cells[positions[field] ?? -1]
    return cell === undefined || isIgnored(field, cell) ? [] : [[field, cell] as const]
  })
  const texts = Object.fromEntries(
    given.filter(([, cell]) => typeof cell !== 'object').map(([field, cell]) => [field, toText(cell)]),
  )
  if (!error && cells.every(isBlank)) return { row, cells: texts, values: null, errors: [] }
  const errors: Fault[] = error ? [{ path: '', message: error }] : []
  const values: Partial<RowValues> = {}
  for (const [field, cell] of given) {
    const result = isList(field)
      ? readList(field, cell, commas.includes(field))
      : isSaid(field)
        ? readNames(field, cell, commas.includes(field))
        : field === 'links'
          ? readLinkList(cell)
          : readText(field, cell)
    if ('errors' in result) errors.push(...result.errors)
    else Object.assign(values, result.values)
  }
  const { translations, errors: unfit } = readTranslations(cells, translated)
  errors.push(...unfit)
  if (translations.length > 0) values.translations = translations
  if (values.name === undefined && !errors.some(({ path }) => path === 'name'))
    errors.push({ path: 'name', message: 'is required' })
  values.category ??= category ?? values.category
  const shown = { row, cells: texts, ...(translated.length > 0 && { others: textsOf(cells, translated) }) }
  return errors.length > 0
    ? { ...shown, values: null, errors: errors.slice(0, maxErrors) }
    : { ...shown, values: values as RowValues, errors }
}

const textsOf = (cells: readonly unknown[], translated: Columns['translated']) =>
  Object.fromEntries(
    translated.flatMap(({ field, language, index }) => {
      const text = toText(cells[index])
      return text === '' ? [] : [[translatedHeader(field, language), text]]
    }),
  )

const isBlank = (cell: unknown) =>
  cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '')

/** How much of a cell is shown, in UTF-16 units: more than any text of a term can have. */
const maxShown = 5000

/** The text of a cell; '' if it has none. The end of one that is too long for a term is left out. */
export const toText = (cell: unknown): string =>
  ['string', 'number'].includes(typeof cell) ? String(cell).slice(0, maxShown) : ''

type Read = { values: Partial<RowValues> } | { errors: Fault[] }

const { aliases, links, ...plainSchemas } = ofContent('sent')
const textSchemas = { id: uuid, ...plainSchemas, status: Status }

/** An empty cell clears a field that can be empty. Several tags are one category, as they are in CSV. */
function readText(field: keyof typeof textSchemas, given: unknown): Read {
  const isTags = field === 'category' && Array.isArray(given) && given.every(isTag)
  const cell = isTags ? given.join(', ') : given
  if (!isBlank(cell)) return read(field, textSchemas[field], cell, (value) => ({ [field]: value }))
  if (field === 'id' || field === 'status') return { values: {} }
  return inputs[field].isRequired
    ? { errors: [{ path: field, message: 'is required' }] }
    : { values: { [field]: content[field].blank } }
}

const isTag = (entry: unknown) => typeof entry === 'string'

const names = list(plainSchemas.name, { max: maxAliases, message: 'must be text or a list' })

/**
 * Names are separated by semicolons, or an array. An array of aliases has all kinds, as our JSON export does.
 *
 * @param hasCommas whether commas and vertical bars separate names, too
 */
function readList(field: AliasList, cell: unknown, hasCommas: boolean): Read {
  if (field === 'aliases' && Array.isArray(cell))
    return read(field, aliases, withoutRepeats(cell), (value) =>
      Object.fromEntries(aliasListNames.map((each) => [each, namesIn(each, value)])),
    )
  if (typeof cell === 'string' && cell.length > maxLine)
    return { errors: [{ path: field, message: `must be at most ${maxLine} characters long` }] }
  const value = isBlank(cell) ? [] : typeof cell === 'string' ? splitCell(cell, hasCommas) : cell
  const distinct = Array.isArray(value) ? withoutRepeats(value) : value
  return read(field, names, distinct, (value) => ({ [field]: value }))
}

/** What a file calls another term: its name, full name and category, in brackets. */
const calledNames = list(v.pipe(v.string('must be text'), v.trim(), v.minLength(1, 'is empty')), {
  max: maxRelations,
  message: 'must be text or a list',
})

/** The other terms of a relation, each once. */
function readNames(field: RelationKind, cell: unknown, hasCommas: boolean): Read {
  if (typeof cell === 'string' && cell.length > 2 * maxLine)
    return { errors: [{ path: field, message: `must be at most ${2 * maxLine} characters long` }] }
  const names = isBlank(cell) ? [] : typeof cell === 'string' ? splitCell(cell, hasCommas) : cell
  const max = field === 'replaced_by' && Array.isArray(names) && new Set(names).size > 1
  if (max) return { errors: [{ path: field, message: 'must have at most 1 entry' }] }
  return read(field, calledNames, names, (value) => ({ [field]: [...new Set(value)] }))
}

/** Links as text, or an array as our JSON has it. */
const readLinkList = (cell: unknown): Read =>
  read('links', links, isBlank(cell) ? [] : typeof cell === 'string' ? readLinks(cell) : cell, (value) => ({
    links: value,
  }))

const splitCell = (cell: string, hasCommas: boolean) =>
  hasCommas ? splitNames(cell.replace(/[,|]/g, ';')) : splitNames(cell)

/** The entries of a list without those that differ from an earlier one only in case or spaces. */
function withoutRepeats(entries: readonly unknown[]) {
  const seen = new Set<unknown>()
  return entries.filter((entry) => {
    const { name, kind = 'alias' } = isObject(entry) ? entry : { name: entry }
    if (typeof name !== 'string') return true
    const key = `${kind}:${fold(name.trim().replace(/\p{Zs}+/gu, ' '))}`
    return !seen.has(key) && seen.add(key)
  })
}

function read<S extends v.GenericSchema>(
  field: ImportField,
  schema: S,
  cell: unknown,
  toValues: (value: v.InferOutput<S>) => Partial<RowValues>,
): Read {
  const result = v.safeParse(schema, cell, { abortPipeEarly: true })
  if (result.success) return { values: toValues(result.output) }
  const errors = result.issues.map((issue) => ({
    path: [field, v.getDotPath(issue)].filter(Boolean).join('.'),
    message: issue.message,
  }))
  return { errors }
}
