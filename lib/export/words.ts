import { namesIn } from '../glossary/alias-lists.ts'
import { parseJson } from '../json-text.ts'
import type { Format, TermContent } from './document.ts'
import { pluralEndings } from './plurals.ts'

/**
 * The words of names, other names and full names, each once, one per line, and the plurals of those in capitals. Misspellings and
 * discouraged names are left out.
 */
export const words: Format = {
  label: 'Word list',
  purpose: 'One word per line, for spell checkers.',
  type: 'text/plain; charset=utf-8',
  extension: 'txt',
  statement: 'export/contents-by-name',
  async *render(batches) {
    const written = new Set<string>()
    for await (const batch of batches) {
      const terms = batch.map(parseJson)
      const found = terms.flatMap(wordsOf).filter((word) => !written.has(word))
      for (const word of found) written.add(word)
      yield [...new Set(found)].map((word) => `${word}\n`).join('')
    }
  },
}

/**
 * Letters, with digits, marks and apostrophes between them. Other characters separate words for a spell checker. Without the look
 * back, a number would take quadratic time.
 */
const word =
  /(?<![\p{L}\p{N}])(?=[\p{L}\p{N}]*\p{L})[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’][\p{L}\p{M}\p{N}]+)*/gu

const wordsOf = ({ name, full_name, aliases }: TermContent) => [
  ...wordsIn(name).flatMap(withPlurals),
  ...wordsIn(full_name ?? ''),
  ...namesIn('aliases', aliases).flatMap(wordsIn).flatMap(withPlurals),
]

/** Returns the words of a name, for a spell checker. */
export const wordsIn = (text: string) => text.match(word) ?? []

const withPlurals = (word: string) => [word, ...pluralEndings(word).map((ending) => word + ending)]
