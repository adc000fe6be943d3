import type { Sender } from '../app/limits.ts'
import type { Context } from '../context.ts'
import { isFresh } from '../http/etag.ts'
import { toStream } from '../http/stream.ts'
import { isLong, readBatches, readRest } from './batches.ts'
import type { Batches, Format } from './document.ts'
import { formats } from './formats.ts'
import { type ReadTerms, readSummary, type Selection, termReader } from './read.ts'

/** How many terms the first query reads; their length decides how the others are read. */
const firstQueryTerms = 100

/** A document, or that the client has it already. */
export type ExportAnswer = {
  /** null if the client already has this content */
  body: string | Uint8Array | ReadableStream<Uint8Array> | null
  headers: Record<string, string>
  /** the number of terms in the document, and of all that it could have without `limit` and `offset` */
  count: number
  total: number
}

/**
 * Exports terms. A long document is streamed.
 *
 * @param sender whose turn each batch of a long document waits for
 * @param sent the headers of the request
 */
export async function respondWithExport(
  ctx: Pick<Context, 'db' | 'settings' | 'limits'>,
  sender: Sender,
  selection: Selection,
  sent: Headers,
): Promise<ExportAnswer> {
  // Before the terms, so that a change in between gives a tag that is out of date, never one that is ahead.
  const { tag, count, total } = await readSummary(ctx, selection)
  const { type, extension, render } = formats[selection.format]
  const headers = {
    etag: `W/${tag}`,
    'cache-control': 'private, no-cache',
    'x-total-count': String(total),
  }
  if (isFresh(sent, tag)) return { body: null, headers, count, total }
  const read = termReader(ctx, selection)
  const first = await read(null, Math.min(count, firstQueryTerms), selection.offset)
  const { appUrl } = ctx.settings
  const renderAll = (batches: Batches) => withBom(selection, render(batches, appUrl))
  const readInTurn: ReadTerms = (...range) => ctx.limits.wait(sender, () => read(...range))
  const body = isLong(first, count)
    ? toStream(renderAll(readBatches(readInTurn, first, count)))
    : await collect(renderAll(await readRest(read, first, count)))
  const name = `${selection.format === 'vale' ? 'vale' : 'glossary'}.${extension}`
  const disposition = `attachment; filename="${name}"`
  const content = { 'content-type': type, 'content-disposition': disposition }
  return { body, headers: { ...headers, ...content }, count, total }
}

async function* withBom({ format, bom }: Selection, parts: ReturnType<Format['render']>) {
  if (bom && format === 'csv') yield '\ufeff'
  yield* parts
}

/** Joins the parts of a document. Text stays text, which takes less memory. */
async function collect(parts: AsyncIterable<string | Uint8Array>): Promise<string | Uint8Array> {
  let text = ''
  const chunks: Uint8Array[] = []
  for await (const part of parts) {
    if (typeof part === 'string') text += part
    else chunks.push(part)
  }
  return chunks.length > 0 ? Buffer.concat(chunks) : text
}
