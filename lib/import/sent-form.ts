import * as v from 'valibot'
import { invalid } from '../problem.ts'
import { parse } from '../schemas/fields.ts'
import { ColumnChoice, type FileFormat, type ImportField, ImportOptions, importFields } from '../schemas/import.ts'
import { digestOf, noEdits, type RowEdits } from './edits.ts'
import { formatOf } from './formats.ts'
import { type GuessKey, guessKeys } from './guess.ts'

// What the form of the page says: a file, and what a person has chosen about it. The thread that reads files reads it.

const layoutFields = ['encoding', 'delimiter', 'sheet', 'header'] as const
type LayoutField = (typeof layoutFields)[number]

/**
 * How the page showed a file, and what a person had chosen about it before: all of it, as one value of the form. It
 * belongs to one file.
 */
const ImportState = v.object({
  digest: v.string(),
  /** how the file was read; '' for what nobody can choose */
  layout: v.record(v.picklist(layoutFields), v.string()),
  /** the field of each column, by header */
  columns: v.record(v.string(), v.string()),
  chosen: ColumnChoice,
  reversed: v.array(v.picklist(guessKeys)),
  /** the texts of corrected cells, by the number of their row */
  cells: v.record(v.string(), v.record(v.picklist(importFields), v.string())),
})
export type ImportState = v.InferOutput<typeof ImportState>

/** A form as it was sent: its texts, and its file, if one was chosen. */
export type FileForm = {
  fields: [name: string, value: string][]
  file: { name: string; type: string; bytes: Uint8Array } | null
}

/** What the form sends: a file or pasted text, and how to import it. */
export type SentImport = {
  file: { format: FileFormat; bytes: Uint8Array }
  options: ImportOptions & {
    columns: ColumnChoice
    reversed: readonly GuessKey[]
    edits: RowEdits
    replace: readonly string[] | 'all'
  }
  digest: string
}

/**
 * Reads the form of the page. What was chosen about another file, or before it is read anew, does not count. Protected
 * terms are changed only where a box says so.
 *
 * @throws Problem `validation_failed`
 */
export function readSentForm({ fields, file }: FileForm): SentImport {
  const form = new URLSearchParams(fields)
  const { name, content } = readContent(form, file)
  const digest = digestOf(content)
  const state = readState(form, digest)
  const action = form.get('action') ?? ''
  const isReadAnew = !state || layoutFields.some((field) => sentLayout(form, field) !== state.layout[field])
  const options = parse(ImportOptions, {
    dry_run: !action.startsWith('import'),
    on_error: action === 'import_rest' ? 'skip' : 'stop',
    match: form.has('match_id') ? 'id' : 'natural',
    trust_status: form.has('trust_status'),
    ...(state && form.has('fill') && { fill: 'full_name' }),
    ...(textOf(form, 'category') && { category: textOf(form, 'category') }),
    ...(name && { file_name: name }),
    ...(state && readLayout(form, state)),
    protected: 'propose',
  })
  const choices = isReadAnew
    ? { columns: {}, reversed: [], edits: noEdits, replace: [] }
    : {
        ...{ columns: readColumns(form, state), reversed: readReversed(form, state), edits: readEdits(form, state) },
        replace: form.has('replace_all') ? ('all' as const) : form.getAll('replace'),
      }
  return { file: { format: formatOf(name ?? ''), bytes: content }, options: { ...options, ...choices }, digest }
}

function readState(form: URLSearchParams, digest: string): ImportState | null {
  const Sent = v.pipe(v.string(), v.parseJson(), ImportState)
  const { success, output } = v.safeParse(Sent, form.get('state'))
  return success && output.digest === digest ? output : null
}

const sentLayout = (form: URLSearchParams, field: LayoutField) => form.get(field) ?? ''

/** How to read the file: where something else than the header is new, the header is found anew. */
function readLayout(form: URLSearchParams, { layout }: ImportState) {
  const sent = new Map(layoutFields.map((field) => [field, sentLayout(form, field)]))
  const changed = layoutFields.filter((field) => sent.get(field) !== layout[field])
  const isReversed = form.getAll('reversed').includes('header')
  if (!changed.includes('header') && (changed.length > 0 || isReversed)) sent.delete('header')
  return Object.fromEntries([...sent].filter(([, value]) => value !== ''))
}

const readReversed = (form: URLSearchParams, { reversed }: ImportState) =>
  guessKeys.filter((key) => reversed.includes(key) || form.getAll('reversed').includes(key))

/** The text of a field; '' if it is absent. */
export const textOf = (form: URLSearchParams, name: string): string => form.get(name)?.trim() ?? ''

/** The pasted cells, the same again when they come back from the form. */
export const pastedText = (form: URLSearchParams): string =>
  (form.get('text') ?? '').replace(/\r\n?/g, '\n').replace(/^\n+/, '').trimEnd()

/** A file that the page holds for browsers without JavaScript, which forget it, comes back as base64. */
function readContent(form: URLSearchParams, file: FileForm['file']) {
  if (file) return { name: file.name, content: file.bytes }
  const text = pastedText(form)
  if (text !== '') return { name: null, content: new TextEncoder().encode(text) }
  const kept = form.get('kept')
  if (kept) return { name: textOf(form, 'kept_name'), content: new Uint8Array(Buffer.from(kept, 'base64')) }
  throw invalid('file', 'is required, unless you paste cells below', 'Choose a file or paste cells first.')
}

const fieldsWith = (form: URLSearchParams, prefix: string) =>
  [...form].flatMap(([name, value]) => (name.startsWith(prefix) ? [[name.slice(prefix.length), value] as const] : []))

const isField = (name: string): name is ImportField => importFields.includes(name as ImportField)

/**
 * `column:HEADER` has the field of a column, none if it is empty. Only what a person changed, now or earlier, is a
 * choice; of two columns for a field, the later one counts.
 */
function readColumns(form: URLSearchParams, { columns, chosen }: ImportState): ColumnChoice {
  const changed = fieldsWith(form, 'column:').filter(([header, field]) => field !== (columns[header] ?? ''))
  const fields = changed.map(([, field]) => field)
  const kept = Object.entries(chosen).filter(([, field]) => field === null || !fields.includes(field))
  return Object.fromEntries([
    ...kept,
    ...changed.map(([header, field]) => [header, isField(field) ? field : null] as const),
  ])
}

/**
 * `cell:ROW:FIELD` has the text of a cell, `split` the number of a row; `keep_terms` is there if only new terms are
 * added.
 */
function readEdits(form: URLSearchParams, state: ImportState): RowEdits {
  const cells = new Map(Object.entries(state.cells).map(([row, texts]) => [Number(row), texts]))
  for (const [name, text] of fieldsWith(form, 'cell:')) {
    const [row = '', field = ''] = name.split(':')
    if (isField(field)) cells.set(Number(row), { ...cells.get(Number(row)), [field]: text })
  }
  const splits = new Set(form.getAll('split').map(Number))
  return { cells, splits, keepsTerms: form.has('keep_terms') }
}
