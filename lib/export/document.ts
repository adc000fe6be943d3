import type { Content } from '../glossary/texts.ts'
import { type JsonText, parseJson } from '../json-text.ts'
import type { Languages } from '../languages.ts'
import { describeWrong } from '../schemas/states.ts'
import type { Relation, RelationKind, Status, Term } from '../schemas/term.ts'
import type { ShownTranslation } from '../schemas/translation.ts'

/** A relation of a term to another one. */
export type ExportedRelation = Pick<Relation, 'kind'> & {
  id: string
  name: string
  status: Status
  category: string | null
  is_defined: boolean
  /** of `differs_from`: whether one of the two is a part of the other as well, over any number of levels */
  is_part: boolean
}

/** What files call the terms that a term says it is related to, and for some formats all of its relations. */
export type Related = Record<RelationKind, string[]> & { related?: ExportedRelation[] }

export type ExportedTerm = Term &
  Related & {
    /** what it says in other languages, for formats that have all of them */
    translations?: ShownTranslation[]
    /** its own name, where it has that of another language */
    original_name?: string
  }

/** Terms as JSON. */
export type Batch = readonly JsonText<ExportedTerm>[]

/** Terms in the order of an export, some at a time. No batch is empty. */
export type Batches = AsyncIterable<Batch> | Iterable<Batch>

/** What a document for readers shows of a term. */
export type TermContent = Content & Pick<Term, 'status' | 'needs_correction' | 'translation'>

/** The status of a term, and whether and why its text is known to be wrong, for notes in English. */
export function describeStatus(term: Pick<Term, 'status' | 'needs_correction'>): string {
  const wrong = describeWrong(term)
  return `Status: ${term.status}${wrong === null ? '' : `. ${wrong}`}`
}

/**
 * What a document says of the glossary: its URL, without a slash at the end, the language of its terms (BCP 47), and
 * all languages, of which that is the first.
 */
export type Glossary = { appUrl: string; language: string; languages: Languages }

/** What a document is made from besides its terms: the category that it has, if it has only one. */
export type Source = Omit<Glossary, 'languages'> & {
  category: string | null
  /** how much a list of phrases has, and how it is written */
  phrases: PhraseList
  /** the languages that terms can be translated into; none in a glossary in one language */
  foreign: readonly string[]
  /** of pairs of names: the language of each */
  pair: Pair | null
  /** whether the document has the other term of a relation for sure */
  isExported(other: ExportedRelation): boolean
}

/** The languages of a list of pairs of names. */
export type Pair = { from: string; to: string }

/** How phrases are written. */
export const phraseStyles = ['lines', 'prompt', 'json'] as const

/**
 * How phrases are written, how many there are at most, and how long they are together, joined by commas, in UTF-16
 * units; null for any number.
 */
export type PhraseList = { as: (typeof phraseStyles)[number]; limit: number | null; chars: number | null }

export type Format = {
  /** its name, for people */
  label: string
  /** what it is good for, in one sentence */
  purpose: string
  type: string
  /** that of a feed, if another */
  feedType?: string
  /** of a file, without the dot */
  extension: string
  /** its name, without the extension; "glossary" if absent */
  fileName?: string
  /** the statement that reads its terms: whole ones, their content, by name or by category, or their names alone */
  statement: 'export/by-name' | 'export/contents-by-name' | 'export/contents-by-category' | 'export/phrases'
  /** whether it names the terms that a term says it is related to, or has their IDs and what these say of it, too */
  relations?: 'names' | 'links'
  /** whether it has the translations of a term, or shows the one in the language that was chosen */
  languages?: 'all' | 'chosen'
  /** Renders a document in parts. The next batch is requested when the next part is. */
  render(batches: Batches, source: Source): AsyncGenerator<string | Uint8Array>
}

type Parts = {
  start: string
  /** between two batches */
  separator: string
  end: string
  renderBatch(terms: readonly ExportedTerm[]): string | Promise<string>
}

/** Renders a document whose batches do not depend on each other. */
export async function* renderParts(
  { start, separator, end, renderBatch }: Parts,
  batches: Batches,
): AsyncGenerator<string> {
  yield start
  let isFirst = true
  for await (const batch of batches) {
    yield (isFirst ? '' : separator) + (await renderBatch(batch.map(parseJson)))
    isFirst = false
  }
  yield end
}

/** Replaces what XML and YAML cannot contain, or read as the end of a line. */
export const printable = (text: string): string =>
  text.replace(/[\ufffe\uffff]/g, '\ufffd').replace(/[\u2028\u2029]/g, '\n')
