import { describeWrong } from '../glossary/disputed-words.ts'
import type { Content } from '../glossary/texts.ts'
import { type JsonText, parseJson } from '../json-text.ts'
import type { Relation, RelationKind, Status, Term } from '../schemas/term.ts'

/** A relation of a term, with what a file calls the other one: its name, and more where that is not enough. */
export type ExportedRelation = Pick<Relation, 'kind'> & {
  id: string
  name: string
  called: string
  status: Status
  category: string | null
  is_defined: boolean
  /** of `differs_from`: whether one of the two is a part of the other as well, over any number of levels */
  is_part: boolean
  /** whether the other term is in the document for sure */
  isExported?: boolean
}

/** The relations that a term says itself, as files have them, and for some formats all of them. */
type Related = Record<RelationKind, string[]> & { related?: ExportedRelation[] }

/** A term as documents have it. */
export type ExportedTerm = Term & Related

/** Terms as JSON. */
export type Batch = readonly JsonText<ExportedTerm>[]

/** Terms in the order of an export, some at a time. No batch is empty. */
export type Batches = AsyncIterable<Batch> | Iterable<Batch>

/** What a document for readers shows of a term. */
export type TermContent = Content & Pick<Term, 'status' | 'needs_correction'>

/** The status of a term, and whether and why its text is known to be wrong, for notes in English. */
export function describeStatus(term: Pick<Term, 'status' | 'needs_correction'>): string {
  const wrong = describeWrong(term)
  return `Status: ${term.status}${wrong === null ? '' : `. ${wrong}`}`
}

/** What a document says of the glossary: its URL, without a slash at the end, and the language of its terms (BCP 47). */
export type Glossary = { appUrl: string; language: string }

/** What a document is made from besides its terms: the category that it has, if it has only one. */
type Source = Glossary & { category: string | null }

/** A format in which terms can be exported. */
export type Format = {
  /** its name, for people */
  label: string
  /** what it is good for, in one sentence */
  purpose: string
  /** the media type */
  type: string
  /** that of a feed, if another */
  feedType?: string
  /** of a file, without the dot */
  extension: string
  /** its name, without the extension; "glossary" if absent */
  fileName?: string
  /** the statement that reads its terms: whole ones, or their content, by name or by category */
  statement: 'export/by-name' | 'export/contents-by-name' | 'export/contents-by-category'
  /** whether it has the IDs and statuses of related terms */
  isLinked?: boolean
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
