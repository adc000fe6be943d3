import type { NameRows } from '../name-rows.ts'
import { type NameSource, readNames } from '../name-source.ts'
import type { NameSet } from './name-set.ts'
import { type FoundSpan, namesIn, type SpanOptions, toFoundSpans } from './spans-to-names.ts'
import { type Token, tokenizeInTurns } from './text-to-tokens.ts'
import type { Recasing } from './tokens-to-spans.ts'
import { findAllSpans } from './tokens-to-windows.ts'

/** How many different candidates are looked up, and how many names are read for them. */
export type Effort = { forms: number; names: number }

/**
 * Finds the names in a text of which `toReadableText` has left what is read, and what they mean. Others are served in
 * between.
 *
 * @returns the names, the tokens of the text, and all that terms are called that may stand there
 */
export async function findInReadable(
  source: Pick<NameSource, 'readRows'>,
  known: NameSet,
  readable: string,
  effort: Effort,
  recasing: Recasing,
  options: Omit<SpanOptions, 'text' | 'askedIn'>,
): Promise<{ tokens: Token[]; found: FoundSpan[]; rows: NameRows }> {
  const tokens = await tokenizeInTurns(readable)
  const spans = await findAllSpans(readable, tokens, known, effort.forms, recasing)
  const rows = await readNames(source, namesIn(spans), effort.names, true)
  return { tokens, rows, found: await toFoundSpans(spans, rows, { ...options, text: readable }) }
}
