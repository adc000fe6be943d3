import * as v from 'valibot'
import { endpoint } from '../lib/http/endpoint.ts'
import { requireEditor } from '../lib/identity/actor.ts'
import { describeFormats, fileTypes } from '../lib/import/formats.ts'
import { importFile, isStopped } from '../lib/import/import-file.ts'
import { proposeRows } from '../lib/import/propose-rows.ts'
import { readSentFile } from '../lib/import/read-file.ts'
import { Problem } from '../lib/problem.ts'
import { ImportQuery, ImportResult, maxFile } from '../lib/schemas/import.ts'

export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/import',
    operationId: 'importTerms',
    summary: 'Import terms',
    description: `Imports ${describeFormats()}, at most 20 MiB and 50,000 rows, in one transaction. The \`charset\` of the content type says how a text is encoded. \`dry_run=true\` only says what would happen. If a row fails, nothing is stored and the response is a 422 problem with the same members, unless \`on_error=skip\`. \`rows\` has the first 1,000 rows that are not unchanged, failed ones first; a row is numbered as in a spreadsheet. With \`protected=propose\`, a row that would change a community or official term becomes a proposal instead, unless \`replace\` names the term. Only editors can import; everyone can propose (\`as=proposals\`), at most 200 changes at a time.`,
    tag: 'import',
    access: { role: 'viewer', scope: 'write' },
    query: ImportQuery,
    file: [...fileTypes, 'multipart/form-data'],
    maxBodyBytes: maxFile.bytes,
    timeoutMs: maxFile.ms,
    responses: { 200: ImportResult },
    problems: [409],
  },
  async ({ ctx, actor, query, request, file, reply }) => {
    if (query.as !== 'proposals') requireEditor(actor)
    const contentType = request.headers.get('content-type') ?? ''
    const { name, encoding, ...sent } = await readSentFile(actor.id, file, contentType)
    const { as, ...given } = query
    const options = { encoding, file_name: name, ...given }
    const result =
      as === 'proposals' ? await proposeRows(ctx, actor, sent, options) : await importFile(ctx, actor, sent, options)
    if (!query.dry_run && isStopped(result.totals, query)) throw refusal(result)
    return reply(200, result)
  },
)

function refusal(result: ImportResult) {
  const { failed } = result.totals
  const rows = failed === 1 ? '1 row cannot' : `${failed} rows cannot`
  const detail = `${rows} be imported, so nothing was stored. See "rows".`
  return new Problem('validation_failed', { detail, ...v.parse(ImportResult, result) })
}
