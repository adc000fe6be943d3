import { namesIn } from '../glossary/alias-lists.ts'
import { parseJson } from '../json-text.ts'
import type { Format, TermContent } from './document.ts'

/**
 * The words of names, other names and full names, each once, one per line, and the plurals of those in capitals.
 * Misspellings and discouraged names are left out.
 */
export const words: Format = {
  label: 'Word list',
  purpose: 'One word per line, for spell checkers.',
  type: 'text/plain; charset=utf-8',
  extension: 'txt',
  statement: 'export/contents-by-name',
  languages: 'chosen',
  async *render(batches) {
    const isNew = onlyNew()
    for await (const batch of batches) {
      const found = batch.map(parseJson).flatMap(wordsOf).filter(isNew)
      yield found.map((word) => `${word}\n`).join('')
    }
  },
}

/**
 * Letters, with digits, marks and apostrophes between them. Other characters separate words for a spell checker.
 * Without the look back, a number would take quadratic time.
 */
const word = /(?<![\p{L}\p{N}])(?=[\p{L}\p{N}]*\p{L})[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’][\p{L}\p{M}\p{N}]+)*/gu

const wordsOf = ({ name, full_name, aliases }: TermContent) => [
  ...wordsIn(name).flatMap(withPlurals),
  ...wordsIn(full_name ?? ''),
  ...namesIn('aliases', aliases).flatMap(wordsIn).flatMap(withPlurals),
]

/** Creates a filter that lets each text pass once. */
export function onlyNew(): (text: string) => boolean {
  const seen = new Set<string>()
  return (text) => !seen.has(text) && Boolean(seen.add(text))
}

/** Returns the words of a name, for a spell checker. */
export const wordsIn = (text: string) => text.match(word) ?? []

const withPlurals = (word: string) => [word, ...pluralEndings(word).map((ending) => word + ending)]

/**
 * The endings of the plurals of a name in capitals, such as `SLAs` or `GPSes`; none of other names, whose plurals
 * checkers of spelling and wording derive.
 */
export function pluralEndings(name: string): string[] {
  const lastWord = /[\p{L}\p{N}]{2,}$/u.exec(name)?.[0] ?? ''
  if (/\p{Ll}/u.test(name) || !/\p{Lu}/u.test(lastWord)) return []
  return lastWord.endsWith('S') ? ['s', 'es'] : ['s']
}
