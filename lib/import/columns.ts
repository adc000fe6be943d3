import { Problem } from '../problem.ts'
import {
  type ColumnChoice,
  type ImportField,
  type ImportOptions,
  importFields,
} from '../schemas/import.ts'

/** What other tools call our fields, after our own names; of two columns for a field, the first name here wins. */
const otherNames: Partial<Record<ImportField, readonly string[]>> = {
  name: ['acronym', 'abbreviation', 'term'],
  full_name: ['expansion', 'meaning', 'long form'],
  definition: ['description'],
  category: ['tags'],
  aliases: ['synonyms'],
}

type ReadOptions = Pick<ImportOptions, 'match' | 'trust_status'>

/** The field of each column. */
export type Columns = {
  /** the position of the column of each field that the file has */
  positions: Partial<Record<ImportField, number>>
  used: Record<string, ImportField>
  ignored: string[]
}

const plain = (header: string) =>
  header
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()

/**
 * Decides which field each column has.
 *
 * @param choice overrides this for some headers
 * @throws Problem `validation_failed` if the file has no column for the name, or `choice` does not fit the file
 */
export function assignColumns(
  headers: readonly string[],
  choice: ColumnChoice,
  options: ReadOptions,
): Columns {
  const chosen = readChoice(headers, choice, options)
  const positions: Columns['positions'] = Object.fromEntries(
    [...chosen].flatMap(([index, field]) => (field ? [[field, index]] : [])),
  )
  const isFree = (header: string, name: string, index: number) =>
    plain(header) === name && !chosen.has(index)
  for (const field of importFields.filter((each) => isRead(each, options))) {
    if (positions[field] !== undefined) continue
    const names = [plain(field), ...(otherNames[field] ?? [])]
    const found = names
      .map((name) => headers.findIndex((header, index) => isFree(header, name, index)))
      .find((index) => index >= 0)
    if (found !== undefined) positions[field] = found
  }
  if (positions.name === undefined) throw noNameColumn(headers)
  return { positions, ...describe(headers, positions) }
}

/** The ID and the status are read only if the import asks for them. */
const isRead = (field: ImportField, { match, trust_status }: ReadOptions) =>
  (field !== 'id' || match === 'id') && (field !== 'status' || trust_status)

function readChoice(headers: readonly string[], choice: ColumnChoice, options: ReadOptions) {
  const chosen = new Map<number, ImportField | null>()
  for (const [header, field] of Object.entries(choice)) {
    const same = headers.indexOf(header)
    const index = same >= 0 ? same : headers.findIndex((each) => plain(each) === plain(header))
    if (index < 0) throw wrongChoice(`names a column that the file does not have: "${header}"`)
    if (field && [...chosen.values()].includes(field))
      throw wrongChoice(`names two columns for ${field}`)
    chosen.set(index, field && isRead(field, options) ? field : null)
  }
  return chosen
}

const wrongChoice = (message: string) =>
  new Problem('validation_failed', {
    detail: `The choice of columns ${message}.`,
    errors: [{ path: 'columns', message }],
  })

function noNameColumn(headers: readonly string[]) {
  const found = headers.filter(Boolean).slice(0, 20).join(', ').slice(0, 500)
  const message = 'has no column for the name, such as "name", "acronym" or "term"'
  return new Problem('validation_failed', {
    detail: `The file ${message}. Its columns are: ${found}.`,
    errors: [{ path: 'columns', message }],
  })
}

function describe(headers: readonly string[], positions: Columns['positions']) {
  const fields = new Map(Object.entries(positions).map(([field, index]) => [index, field]))
  const used = headers.flatMap((header, index) => {
    const field = fields.get(index)
    return field ? [[header, field as ImportField] as const] : []
  })
  const ignored = headers.filter((header, index) => header !== '' && !fields.has(index))
  return { used: Object.fromEntries(used), ignored }
}
