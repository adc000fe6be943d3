import type { Sender } from '../app/limits.ts'
import type { Context } from '../context.ts'
import { isFresh } from '../http/etag.ts'
import { Problem } from '../problem.ts'
import { isLong, readBatches, readRest } from './batches.ts'
import type { Batches, Format } from './document.ts'
import { formats } from './formats.ts'
import { type ReadTerms, readSummary, renderTerms, type Selection, termReader } from './read.ts'

/** How many terms the first query reads; their length decides how the others are read. */
const firstQueryTerms = 100

type Needs = Pick<Context, 'db' | 'settings' | 'limits' | 'documents'>

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
  ctx: Needs,
  sender: Sender,
  selection: Selection,
  sent: Headers,
): Promise<ExportAnswer> {
  // Before the terms, so that a change in between gives a tag that is out of date, never one that is ahead.
  const { tag, count, total } = await readSummary(ctx, selection)
  const { fileName = 'glossary' }: Format = formats[selection.format]
  const { type, extension } = formats[selection.phrases.as === 'json' ? 'json' : selection.format]
  const headers = { etag: `W/${tag}`, 'cache-control': 'private, no-cache', 'x-total-count': String(total) }
  if (isFresh(sent, tag)) return { body: null, headers, count, total }
  const body = ctx.documents.find(tag) ?? (await writeDocument(ctx, sender, selection, tag, count))
  const disposition = `attachment; filename="${fileName}.${extension}"`
  const content = { 'content-type': type, 'content-disposition': disposition }
  return { body, headers: { ...headers, ...content }, count, total }
}

/** Writes a document, and keeps it if it is short. */
async function writeDocument(ctx: Needs, sender: Sender, selection: Selection, tag: string, count: number) {
  const read = termReader(ctx, selection)
  const first = await read(null, Math.min(count, firstQueryTerms), selection.offset)
  const renderAll = (batches: Batches) => withBom(selection, renderTerms(batches, ctx.settings, selection))
  if (isLong(first, count)) {
    const readInTurn: ReadTerms = (...range) => ctx.limits.wait(sender, () => read(...range))
    return toStream(renderAll(readBatches(readInTurn, first, count)))
  }
  const document = await collect(renderAll(await readRest(read, first, count)))
  ctx.documents.keep(tag, document)
  return document
}

async function* withBom({ format, bom }: Selection, parts: ReturnType<Format['render']>) {
  if (bom && format === 'csv') yield '\ufeff'
  yield* parts
}

async function collect(parts: AsyncIterable<string | Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const part of parts) chunks.push(typeof part === 'string' ? Buffer.from(part) : part)
  return Buffer.concat(chunks)
}

/**
 * Creates the body of a response from its parts. A part is requested when the client has read the one before, so that
 * slow clients take no memory. Once the client has disconnected, the body ends without an error: nobody listens for one
 * any more, and Node.js would end the process.
 */
export function toStream(parts: AsyncGenerator<string | Uint8Array>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream(
    {
      async pull(controller) {
        const part = await nextPart(parts)
        if (part === null) controller.close()
        else controller.enqueue(typeof part === 'string' ? encoder.encode(part) : part)
      },
      async cancel() {
        await parts.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}

/** Returns the next part that is not empty; null at the end. */
async function nextPart<Part extends string | Uint8Array>(parts: AsyncGenerator<Part>) {
  try {
    let next = await parts.next()
    while (!next.done && next.value.length === 0) next = await parts.next()
    return next.done ? null : next.value
  } catch (error) {
    if (error instanceof Problem && error.code === 'client_disconnected') return null
    throw error
  }
}
