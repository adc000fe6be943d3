import type { Finds } from '../context.ts'
import { storable } from '../schemas/text.ts'
import type { NameSet } from './name-set.ts'
import { findSpans, type Recasing } from './names-in-text.ts'
import { type Effort, type FoundSpan, type LookupOptions, lookUpSpans } from './spans.ts'
import { type Token, tokenizeInTurns } from './tokens.ts'

/** Finds the names in a text of which `toReadableText` has left what is read, and what they mean. Others are served in between. */
export async function findInReadable(
  { db }: Pick<Finds, 'db'>,
  known: NameSet,
  readable: string,
  effort: Effort,
  recasing: Recasing,
  options: Omit<LookupOptions, 'text'>,
): Promise<{ tokens: Token[]; found: FoundSpan[] }> {
  const tokens = await tokenizeInTurns(readable)
  const spans = await findSpans(readable, tokens, known, effort.forms, recasing)
  const text = storable(readable)
  return { tokens, found: await lookUpSpans({ db }, spans, effort, { ...options, text }) }
}
