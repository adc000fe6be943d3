import { parseJson } from '../json-text.ts'
import type { ExportedTerm, Format, Pair } from './document.ts'
import { onlyNew } from './words.ts'

/**
 * What terms are called in two languages, for machine translation: a name and its translation, and full names alike.
 */
export const pairs: Format = {
  label: 'Pairs of names',
  purpose: 'Names in two languages, with a tab between them, for machine translation.',
  type: 'text/tab-separated-values; charset=utf-8',
  extension: 'tsv',
  fileName: 'pairs',
  statement: 'export/contents-by-name',
  languages: 'all',
  async *render(batches, { language, pair }) {
    const isNew = onlyNew()
    for await (const batch of batches) {
      const lines = pair ? batch.map(parseJson).flatMap((term) => toLines(term, pair, language)) : []
      yield lines
        .filter(isNew)
        .map((line) => `${line}\n`)
        .join('')
    }
  },
}

/** The pairs that a term has: of its names, and of its full names. No name has a tab in it. */
function toLines(term: ExportedTerm, { from, to }: Pair, own: string): string[] {
  const [source, target] = [from, to].map((tag) =>
    tag === own ? term : term.translations?.find(({ language }) => language === tag),
  )
  return (['name', 'full_name'] as const).flatMap((field) =>
    source?.[field] && target?.[field] ? [`${source[field]}\t${target[field]}`] : [],
  )
}
