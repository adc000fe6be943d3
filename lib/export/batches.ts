import type { Batch } from './document.ts'
import type { ReadTerms } from './read.ts'

/** Longer exports, in UTF-16 units, are streamed. */
const maxUnstreamedLength = 512 * 1024
/** A client that does not read takes the memory of a batch, so batches of long definitions have few terms. */
const maxBatch = { terms: 500, length: 48 * 1024 }

const lengthOf = (terms: Batch) => terms.reduce((sum, { text }) => sum + text.length, 0)

/**
 * Whether an export is too long to be sent as a whole.
 *
 * @param first the first terms of the export, from whose length that of the others is estimated
 * @param count the number of terms in the export
 */
export const isLong = (first: Batch, count: number): boolean =>
  lengthOf(first) * count > maxUnstreamedLength * first.length

/** Returns all terms of an export, whose first terms are given, as batches. */
export async function readRest(read: ReadTerms, first: Batch, count: number): Promise<Batch[]> {
  const last = first.at(-1)
  if (!last) return []
  if (first.length >= count) return [first]
  return [[...first, ...(await read(last, count - first.length))]]
}

/**
 * Reads an export batch by batch, each when it is asked for.
 *
 * @param first the first terms of the export
 * @param count the number of terms in the export
 */
export const readBatches = (read: ReadTerms, first: Batch, count: number): AsyncGenerator<Batch> =>
  continueFrom(read, firstBatch(first), count)

/** A function of its own, because a generator keeps its arguments in memory. */
async function* continueFrom(read: ReadTerms, first: Batch, count: number) {
  let batch = first
  let left = count
  for (let last = batch.at(-1); last !== undefined; last = batch.at(-1)) {
    yield batch
    left -= batch.length
    const limit = Math.min(left, nextBatchTerms(batch))
    batch = limit > 0 ? await read(last, limit) : []
  }
}

/** The first terms of a list that fit into a batch, at least one. */
function firstBatch(terms: Batch) {
  let length = 0
  const end = terms.findIndex(({ text }) => {
    length += text.length
    return length > maxBatch.length
  })
  return end < 0 ? terms : terms.slice(0, Math.max(1, end))
}

/** How many terms fit into the next batch, if they are as long as those in this one. */
function nextBatchTerms(batch: Batch) {
  const terms = Math.floor((batch.length * maxBatch.length) / lengthOf(batch))
  return Math.min(Math.max(1, terms), maxBatch.terms)
}
