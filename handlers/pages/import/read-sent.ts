import * as v from 'valibot'
import type { SentFile } from '../../../lib/http/body.ts'
import { digestOf, type RowEdits } from '../../../lib/import/edits.ts'
import { guessKeys } from '../../../lib/import/guess.ts'
import { type FileOptions, formatOf, type ImportFile } from '../../../lib/import/read-file.ts'
import { readFormInThread } from '../../../lib/import/thread.ts'
import type { FileForm } from '../../../lib/import/thread-tasks.ts'
import { invalid } from '../../../lib/problem.ts'
import { parse } from '../../../lib/schemas/fields.ts'
import { ColumnChoice, type ImportField, ImportOptions, importFields } from '../../../lib/schemas/import.ts'

/** What the form of the page sends: a file or pasted text, and how to import it. */
export type SentImport = {
  file: ImportFile
  options: FileOptions
  /** a digest of the file: corrections belong to one file */
  digest: string
  form: URLSearchParams
}

/**
 * Reads the form of the page.
 *
 * @param sender who sent it
 * @throws Problem `malformed_request`, or `validation_failed`
 */
export async function readSent(sender: string, contentType: string, { bytes }: SentFile): Promise<SentImport> {
  const { fields, file } = await readFormInThread(sender, { contentType, bytes })
  const form = new URLSearchParams(fields)
  const { name, content } = readContent(form, file)
  const digest = digestOf(content)
  const isSameFile = form.get('digest') === digest
  const action = form.get('action') ?? ''
  const options = parse(ImportOptions, {
    dry_run: !action.startsWith('import'),
    on_error: action === 'import_rest' ? 'skip' : 'stop',
    match: form.has('match_id') ? 'id' : 'natural',
    trust_status: form.has('trust_status'),
    ...(isSameFile && form.has('fill') && { fill: 'full_name' }),
    ...(textOf(form, 'category') && { category: textOf(form, 'category') }),
    ...(name && { file_name: name }),
    ...(isSameFile && readLayout(form)),
  })
  return {
    file: { format: formatOf(name ?? ''), bytes: content },
    options: { ...options, ...(isSameFile && !isReadAnew(form) && readChoices(form)) },
    digest,
    form,
  }
}

const layoutFields = ['encoding', 'delimiter', 'sheet', 'header'] as const

/** How a file was read, as the page showed it, in one text. */
export const readingOf = (shown: Record<(typeof layoutFields)[number], string>): string =>
  JSON.stringify(layoutFields.map((field) => shown[field]))

/** The layout that the form shows, and whether something else than the header differs from what the preview was made of. */
function readLayout(form: URLSearchParams) {
  const shown = new Map(layoutFields.map((field) => [field, form.get(field) ?? '']))
  const before = readJson(form.get('reading'))
  const was = Array.isArray(before) ? before : []
  const isOther = layoutFields.some((field, index) => field !== 'header' && shown.get(field) !== was[index])
  const isSameHeader = shown.get('header') === was[3]
  if (isSameHeader && (isOther || form.getAll('reversed').includes('header'))) shown.delete('header')
  return Object.fromEntries([...shown].filter(([, value]) => value !== ''))
}

/** Whether columns and rows are others than those that the preview showed. */
const isReadAnew = (form: URLSearchParams) =>
  form.get('reading') !== JSON.stringify(layoutFields.map((field) => form.get(field) ?? ''))

function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

const readChoices = (form: URLSearchParams) => ({
  columns: readColumns(form),
  edits: readEdits(form),
  reversed: guessKeys.filter((key) => form.getAll('reversed').includes(key)),
})

/** A file that the page holds for browsers without JavaScript, which forget it, as base64. */
export const maxKept = 500 * 1024

/** The text of a field; '' if it is absent. */
export const textOf = (form: URLSearchParams, name: string): string => form.get(name)?.trim() ?? ''

/** The pasted cells, the same again when they come back from the form. */
export const pastedText = (form: URLSearchParams): string =>
  (form.get('text') ?? '').replace(/\r\n?/g, '\n').replace(/^\n+/, '').trimEnd()

function readContent(form: URLSearchParams, file: FileForm['file']) {
  if (file) return { name: file.name, content: file.bytes }
  const text = pastedText(form)
  if (text !== '') return { name: null, content: new TextEncoder().encode(text) }
  const kept = form.get('kept')
  if (kept) return { name: textOf(form, 'kept_name'), content: Buffer.from(kept, 'base64') }
  throw invalid('file', 'is required, unless you paste cells below', 'Choose a file or paste cells first.')
}

const fieldsWith = (form: URLSearchParams, prefix: string) =>
  [...form].flatMap(([name, value]) => (name.startsWith(prefix) ? [[name.slice(prefix.length), value] as const] : []))

const isField = (name: string): name is ImportField => importFields.includes(name as ImportField)

/**
 * `column:HEADER` has the field of a column, none if it is empty, and `was:HEADER` the field that the page showed before.
 * Only what a person changed, now or earlier (`chosen`), is a choice; of two columns for a field, the later one counts.
 */
function readColumns(form: URLSearchParams): ColumnChoice {
  const earlier = v.safeParse(ColumnChoice, readJson(form.get('chosen')))
  const changed = fieldsWith(form, 'column:').filter(([header, field]) => field !== form.get(`was:${header}`))
  const fields = changed.map(([, field]) => field)
  const kept = Object.entries(earlier.success ? earlier.output : {}).filter(
    ([, field]) => field === null || !fields.includes(field),
  )
  return Object.fromEntries([
    ...kept,
    ...changed.map(([header, field]) => [header, isField(field) ? field : null] as const),
  ])
}

/**
 * `cell:ROW:FIELD` has the new text of a cell, `split` the number of a row; `keep_terms` is there if only new terms are
 * added.
 */
function readEdits(form: URLSearchParams): RowEdits {
  const cells = new Map<number, Partial<Record<ImportField, string>>>()
  for (const [name, text] of fieldsWith(form, 'cell:')) {
    const [row = '', field = ''] = name.split(':')
    if (isField(field)) cells.set(Number(row), { ...cells.get(Number(row)), [field]: text })
  }
  const splits = new Set(form.getAll('split').map(Number))
  return { cells, splits, keepsTerms: form.has('keep_terms') }
}
