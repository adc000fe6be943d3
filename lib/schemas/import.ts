import * as v from 'valibot'
import { category, textFields } from './content.ts'
import { list } from './list.ts'
import { whole } from './numbers.ts'
import { relationKinds } from './relations.ts'
import { text, timestamp, uuid } from './text.ts'
import { Person } from './user.ts'

/** The most that a file can have (contract, section 15). */
export const maxFile = { bytes: 20 * 1024 ** 2, rows: 50_000, ms: 120_000 } as const

/** How many rows of a file can become proposals or new terms: a person decides about each (contract, section 21). */
export const maxProposals = 200

/** The longest name of a file that is kept. */
export const maxFileNameLength = 200

/** The formats of files: lib/import/formats.ts has what is known of each. */
export const fileFormats = ['csv', 'tsv', 'markdown', 'xlsx', 'json', 'yaml'] as const
export type FileFormat = (typeof fileFormats)[number]

/** The fields of a term that a file can have, as columns of our CSV. */
export const importFields = ['id', ...textFields, 'status', ...relationKinds] as const
export type ImportField = (typeof importFields)[number]

export const delimiters = [',', ';', '\t', '|'] as const

/** The field of each column, by header; null for none. */
export const ColumnChoice = v.record(
  v.string(),
  v.nullable(v.picklist(importFields, `must be null or one of ${importFields.join(', ')}`)),
  'must be a JSON object',
)
export type ColumnChoice = v.InferOutput<typeof ColumnChoice>

/** Whether a label is one of the Encoding standard. */
export const isEncoding = (label: string): boolean => {
  try {
    return Boolean(new TextDecoder(label))
  } catch {
    return false
  }
}

const encoding = v.pipe(
  v.string(),
  v.metadata({ jsonSchema: { minLength: 1 } }),
  v.check(isEncoding, 'must be the name of an encoding, such as utf-8 or windows-1252'),
)

/** The number of the row that is the header, or whether there is one. */
const header = v.pipe(
  v.string(),
  v.regex(/^(?:true|false|[1-9]\d?)$/, 'must be false, or the number of a row up to 99'),
  v.transform((text) => (/^\d/.test(text) ? Number(text) : text === 'true')),
)

const flag = v.optional(v.boolean('must be true or false'), false)

export const ImportOptions = v.object({
  on_error: v.optional(v.picklist(['stop', 'skip'], 'must be stop or skip'), 'stop'),
  match: v.optional(v.picklist(['natural', 'id'], 'must be natural or id'), 'natural'),
  /** for rows without one */
  category: v.optional(category),
  encoding: v.optional(encoding),
  delimiter: v.optional(v.picklist(delimiters, 'must be a comma, a semicolon, a tab or a vertical bar')),
  header: v.optional(header),
  /** the sheet of a workbook; otherwise the first visible one */
  sheet: v.optional(text(100)),
  /** what stands for a definition that a row does not have */
  fill: v.optional(v.picklist(['full_name'], 'must be full_name')),
  /** what becomes of a row that would change a protected term */
  protected: v.optional(v.picklist(['replace', 'propose'], 'must be replace or propose'), 'replace'),
  file_name: v.optional(text(maxFileNameLength)),
  dry_run: flag,
  trust_status: flag,
})
export type ImportOptions = v.InferOutput<typeof ImportOptions>

/** A flag as scripts write it: Python's `True` must not import what was only to be tried. */
const flagInAnyCase = v.pipe(
  v.optional(
    v.pipe(
      v.string(),
      v.check((text) => /^(?:true|false)$/i.test(text), 'must be true or false'),
    ),
    'false',
  ),
  v.metadata({ jsonSchema: { type: 'boolean', default: false } }),
  v.transform((text) => text.toLowerCase() === 'true'),
)

/** How many protected terms a request can name. */
const maxReplaced = 1000

const idsInText = v.pipe(v.string(), v.metadata({ jsonSchema: { pattern: '^[0-9a-fA-F-]{36}(,[0-9a-fA-F-]{36})*$' } }))

/** `columns` is JSON. */
export const ImportQuery = v.object({
  ...ImportOptions.entries,
  replace: v.optional(
    v.pipe(
      list(idsInText, { max: maxReplaced }),
      v.metadata({
        description:
          'With `protected=propose`, the IDs of the protected terms that are changed all the same: several times, or separated by commas.',
      }),
      v.transform((texts) => texts.join().split(',')),
      list(uuid, { max: maxReplaced }),
    ),
  ),
  as: v.optional(
    v.pipe(
      v.picklist(['proposals'], 'must be proposals'),
      v.metadata({
        description:
          'With `proposals`, each changed row becomes a proposal to the version of the term in its field `version`, and a row without `id` a new term.',
      }),
    ),
  ),
  dry_run: flagInAnyCase,
  trust_status: flagInAnyCase,
  columns: v.optional(
    v.pipe(
      v.string(),
      v.metadata({ jsonSchema: { contentMediaType: 'application/json' } }),
      v.parseJson({}, 'must be JSON'),
      v.check((value) => !Array.isArray(value), 'must be a JSON object'),
      ColumnChoice,
    ),
  ),
})

export const outcomes = ['created', 'updated', 'proposed', 'unchanged', 'skipped', 'failed'] as const
export type Outcome = (typeof outcomes)[number]

export const ImportTotals = v.object({
  created: whole,
  updated: whole,
  unchanged: whole,
  skipped: whole,
  failed: whole,
  proposed: v.optional(
    v.pipe(whole, v.metadata({ description: 'The number of proposals, where rows can become some.' })),
  ),
})
export type ImportTotals = v.InferOutput<typeof ImportTotals>

const Changes = v.record(v.string(), v.object({ from: v.unknown(), to: v.unknown() }))

export const ImportedRow = v.object({
  /** the number of the row in the file, as a spreadsheet shows it */
  row: whole,
  outcome: v.picklist(outcomes),
  term_id: v.nullable(uuid),
  name: v.nullable(v.string()),
  changes: Changes,
  errors: v.array(v.object({ path: v.string(), message: v.string() })),
})
export type ImportedRow = v.InferOutput<typeof ImportedRow>

/** What a column of a file is used for: in a glossary of one language, a field. */
export const usedFor = {
  inOneLanguage: v.picklist(importFields),
  inSeveral: v.pipe(
    v.string(),
    v.description(
      'A field; or a field in another language such as `definition [de]`, `language` for that of each row, or `translations` for lists of them.',
    ),
  ),
}

export const ImportResult = v.object({
  import_id: v.nullable(uuid),
  dry_run: v.boolean(),
  totals: ImportTotals,
  columns: v.object({ used: v.record(v.string(), usedFor.inSeveral), ignored: v.array(v.string()) }),
  source: v.object({
    encoding: v.string(),
    delimiter: v.nullable(v.string()),
    /** the lines above the header */
    skipped_lines: whole,
    /** what the content of the file decided about its columns, in words */
    guesses: v.array(v.string()),
  }),
  /** the first 1,000 that are not unchanged, failed ones first */
  rows: v.array(ImportedRow),
})
export type ImportResult = v.InferOutput<typeof ImportResult>

export const ImportRecord = v.object({
  id: uuid,
  actor: v.nullable(Person),
  file_name: v.nullable(v.string()),
  format: v.picklist(fileFormats),
  totals: ImportTotals,
  created_at: timestamp,
  undone_at: v.nullable(timestamp),
})
export type ImportRecord = v.InferOutput<typeof ImportRecord>

export const UndoneImport = v.object({
  deleted: whole,
  reverted: whole,
  kept: v.array(v.object({ term_id: uuid, name: v.string(), reason: v.string() })),
})
export type UndoneImport = v.InferOutput<typeof UndoneImport>
