import * as v from 'valibot'
import { endpoint } from '../lib/http/endpoint.ts'
import { type FileResult, importFile, isStopped } from '../lib/import/import-file.ts'
import { Problem } from '../lib/problem.ts'
import { fileTypes, ImportQuery, ImportResult, maxFile } from '../lib/schemas/import.ts'

/** Imports terms from a file. */
export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/import',
    summary: 'Import terms',
    description:
      'Imports CSV, tab-separated values, our JSON export or a Contextive file (YAML), at most 20 MiB and 50,000 rows, in one transaction. `dry_run=true` only says what would happen. If a row fails, nothing is stored and the response is a 422 problem with the same members, unless `on_error=skip`. `rows` has the first 1,000 rows that are not unchanged, failed ones first; a row is numbered as in a spreadsheet.',
    tag: 'import',
    access: { role: 'editor', scope: 'write' },
    query: ImportQuery,
    file: Object.keys(fileTypes),
    maxBodyBytes: maxFile.bytes,
    timeoutMs: maxFile.ms,
    responses: { 200: ImportResult },
    problems: [409],
  },
  async ({ ctx, actor, query, file, reply }) => {
    const format = fileTypes[file.type as keyof typeof fileTypes]
    const result = await importFile(ctx, actor, { format, bytes: file.bytes }, query)
    if (!query.dry_run && isStopped(result.totals, query)) throw refusal(result)
    return reply(200, result)
  },
)

function refusal(result: FileResult) {
  const { failed } = result.totals
  const rows = failed === 1 ? '1 row cannot' : `${failed} rows cannot`
  const detail = `${rows} be imported, so nothing was stored. See "rows".`
  return new Problem('validation_failed', { detail, ...v.parse(ImportResult, result) })
}
