import { importFile } from '../../../lib/import/import-file.ts'
import { readFile } from '../../../lib/import/read-file.ts'
import { listImports } from '../../../lib/import/store.ts'
import { maxFile } from '../../../lib/schemas/import.ts'
import { page } from '../../../lib/web/page.tsx'
import { attempt, type Correctable } from '../../../lib/web/parts/form.tsx'
import { readListing } from '../../../lib/web/parts/pager.tsx'
import { ImportPage, Imports } from './import-view.tsx'
import { ImportProblem, Preview } from './preview-view.tsx'
import { readSent, type SentImport } from './read-sent.ts'

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
    let sent: SentImport | undefined
    const { result, problem } = await attempt(async () => {
      sent = await readSent(actor.id, request.headers.get('content-type') ?? '', file)
      return { sent, result: await importFile(ctx, actor, sent.file, sent.options) }
    })
    const outcome = result ? (
      <Preview {...result} isPart={isPartial} />
    ) : (
      <ImportProblem problem={problem} columns={await readColumns(actor.id, problem, sent, isPartial)} />
    )
    if (isPartial && !result?.result.import_id) return sendPart(outcome, {}, problem?.status)
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
async function readColumns(sender: string, { members }: Correctable, sent: SentImport | undefined, isPart: boolean) {
  const isAboutColumns = members.errors?.some(({ path }) => path === 'columns')
  if (!sent || !isAboutColumns) return undefined
  const options = { ...sent.options, columns: {} }
  const table = await readFile(sender, sent.file, options)
  return { sent: { ...sent, options }, table, isPart }
}
