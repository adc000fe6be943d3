import { importForm } from '../../../lib/import/import-file.ts'
import { readProtected } from '../../../lib/import/protected-terms.ts'
import { readFile, type SentForm } from '../../../lib/import/read-file.ts'
import { listImports } from '../../../lib/import/store.ts'
import { maxFile } from '../../../lib/schemas/import.ts'
import { page } from '../../../lib/web/page.tsx'
import { attempt, type Correctable } from '../../../lib/web/parts/form.tsx'
import { readListing } from '../../../lib/web/parts/pager.tsx'
import { ImportPage, Imports } from './import-view.tsx'
import { guardedIn, ImportProblem, Preview } from './preview-view.tsx'
import { maxShown } from './rows-view.tsx'

/** Previews or imports a file or pasted cells. */
export default page(
  {
    path: '/import',
    summary: 'Import terms',
    role: 'editor',
    file: ['multipart/form-data'],
    maxBodyBytes: maxFile.bytes + 1024 ** 2, // for the other fields
    timeoutMs: maxFile.ms,
  },
  async ({ ctx, actor, file, request, isPartial, sendPage, sendPart }) => {
    let sent: SentForm | undefined
    const form = { contentType: request.headers.get('content-type') ?? '', bytes: file.bytes }
    const { result, problem } = await attempt(async () => {
      const imported = await importForm(ctx, actor, form, (read) => {
        sent = read
      })
      const terms = await readProtected(ctx, guardedIn(imported.rows).slice(0, maxShown))
      return { imported, terms, sent: sent as SentForm }
    })
    const outcome = result ? (
      <Preview result={result.imported} terms={result.terms} sent={result.sent} isPart={isPartial} />
    ) : (
      <ImportProblem problem={problem} columns={await readColumns(actor.id, problem, sent, isPartial)} />
    )
    if (isPartial && !result?.imported.import_id) return sendPart(outcome, {}, problem?.status)
    const imports = await readListing(0, (range) => listImports(ctx, range))
    const props = { imports, reader: actor, form: sent?.form }
    if (isPartial) {
      const done = (
        <>
          {outcome}
          <Imports imports={imports} reader={actor} isOutOfBand={true} />
        </>
      )
      return sendPart(done)
    }
    return sendPage('Import terms', <ImportPage {...props}>{outcome}</ImportPage>, problem?.status)
  },
)

/** Returns a file whose columns have to be chosen. */
async function readColumns(sender: string, { members }: Correctable, sent: SentForm | undefined, isPart: boolean) {
  const isAboutColumns = members.errors?.some(({ path }) => path === 'columns')
  if (!sent || !isAboutColumns) return undefined
  const options = { ...sent.options, columns: {} }
  const table = await readFile(sender, sent.file, options)
  return { sent: { ...sent, options }, table, isPart }
}
