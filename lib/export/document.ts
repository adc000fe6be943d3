import type { Term } from '../schemas/term.ts'

/** A document of terms that can be rendered page by page. */
export type DocumentFormat = {
  /** the media type */
  type: string
  start: string
  /** between two pages */
  separator: string
  end: string
  render(terms: readonly Term[]): string | Promise<string>
}

/**
 * Renders a document in parts. The next page is requested when the next part is.
 *
 * @param pages none of them empty
 */
export async function* renderDocument(
  { start, separator, end, render }: DocumentFormat,
  pages: AsyncIterable<readonly Term[]> | Iterable<readonly Term[]>,
): AsyncGenerator<string> {
  yield start
  let isFirst = true
  for await (const page of pages) {
    yield (isFirst ? '' : separator) + (await render(page))
    isFirst = false
  }
  yield end
}
