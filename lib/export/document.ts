import { type JsonText, parseJson } from '../json-text.ts'
import type { Term } from '../schemas/term.ts'

/** Terms as JSON. */
export type Page = readonly JsonText<Term>[]

/** Terms in the order of an export, some at a time. No page is empty. */
export type Pages = AsyncIterable<Page> | Iterable<Page>

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
  /** the order of the terms; by name if absent */
  order?: 'category'
  /**
   * Renders a document in parts. The next page is requested when the next part is.
   *
   * @param appUrl the URL of the glossary, without a slash at the end
   */
  render(pages: Pages, appUrl: string): AsyncGenerator<string | Uint8Array>
}

type Parts = {
  start: string
  /** between two pages */
  separator: string
  end: string
  renderPage(terms: readonly Term[]): string | Promise<string>
}

/** Renders a document whose pages do not depend on each other. */
export async function* renderParts(
  { start, separator, end, renderPage }: Parts,
  pages: Pages,
): AsyncGenerator<string> {
  yield start
  let isFirst = true
  for await (const page of pages) {
    yield (isFirst ? '' : separator) + (await renderPage(page.map(parseJson)))
    isFirst = false
  }
  yield end
}

/** Replaces what XML and YAML cannot contain, or read as the end of a line. */
export const printable = (text: string): string =>
  text.replace(/[\ufffe\uffff]/g, '\ufffd').replace(/[\u2028\u2029]/g, '\n')
