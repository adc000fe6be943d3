import { hash } from 'node:crypto'
import type { SentFile } from '../../http/body.ts'
import type { RowEdits } from '../../import/edits.ts'
import { type FileOptions, formatOf, type ImportFile } from '../../import/read-file.ts'
import { readFormInThread } from '../../import/thread.ts'
import type { FileForm } from '../../import/thread-tasks.ts'
import { Problem } from '../../problem.ts'
import { parse } from '../../schemas/fields.ts'
import {
  type ColumnChoice,
  type ImportField,
  ImportOptions,
  importFields,
} from '../../schemas/import.ts'

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
 * @throws Problem `malformed_request`, or `validation_failed`
 */
export async function readSent(contentType: string, { bytes }: SentFile): Promise<SentImport> {
  const { fields, file } = await readFormInThread({ contentType, bytes })
  const form = new URLSearchParams(fields)
  const { name, content } = readContent(form, file)
  const digest = hash('sha1', content)
  const isSameFile = form.get('digest') === digest
  const options = parse(ImportOptions, {
    dry_run: form.get('action') !== 'import',
    on_error: form.has('skip') ? 'skip' : 'stop',
    trust_status: form.has('trust_status'),
    ...(textOf(form, 'category') && { category: textOf(form, 'category') }),
    ...(name && { file_name: name }),
  })
  const edits = isSameFile ? { columns: readColumns(form), edits: readEdits(form) } : {}
  return {
    file: { format: formatOf(name ?? ''), bytes: content },
    options: { ...options, ...edits },
    digest,
    form,
  }
}

/** The text of a field; '' if it is absent. */
export const textOf = (form: URLSearchParams, name: string): string => form.get(name)?.trim() ?? ''

/** The pasted cells, the same again when they come back from the form. */
export const pastedText = (form: URLSearchParams): string =>
  (form.get('text') ?? '').replace(/\r\n?/g, '\n').replace(/^\n+/, '').trimEnd()

function readContent(form: URLSearchParams, file: FileForm['file']) {
  if (file) return { name: file.name.slice(-200), content: file.bytes }
  const text = pastedText(form)
  if (text !== '') return { name: null, content: new TextEncoder().encode(text) }
  const errors = [{ path: 'file', message: 'is required, unless you paste cells below' }]
  throw new Problem('validation_failed', { detail: 'Choose a file or paste cells first.', errors })
}

const fieldsWith = (form: URLSearchParams, prefix: string) =>
  [...form].flatMap(([name, value]) =>
    name.startsWith(prefix) ? [[name.slice(prefix.length), value] as const] : [],
  )

const isField = (name: string): name is ImportField => importFields.includes(name as ImportField)

/** `column:HEADER` has the field of a column; none if it is empty. */
const readColumns = (form: URLSearchParams): ColumnChoice =>
  Object.fromEntries(
    fieldsWith(form, 'column:').map(([header, field]) => [header, isField(field) ? field : null]),
  )

/**
 * `cell:ROW:FIELD` has the new text of a cell, `split` the number of a row; `empty_definitions` is there if they are
 * ignored.
 */
function readEdits(form: URLSearchParams): RowEdits {
  const cells = new Map<number, Partial<Record<ImportField, string>>>()
  for (const [name, text] of fieldsWith(form, 'cell:')) {
    const [row = '', field = ''] = name.split(':')
    if (isField(field)) cells.set(Number(row), { ...cells.get(Number(row)), [field]: text })
  }
  const splits = new Set(form.getAll('split').map(Number))
  return { cells, splits, ignoresEmptyDefinitions: form.has('empty_definitions') }
}
