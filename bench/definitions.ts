import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findExpansions } from '../lib/discovery/expansions.ts'

/** An acronym that a document defines, where it first does. */
export type Definition = {
  acronym: string
  full_name: string
  /** the sentence with the definition */
  sentence: string
  /** the text around it, without the full name */
  context: string
}

/** The context is this long before and after a definition, in UTF-16 units. */
type Options = { contextLength: number }

/**
 * Finds the acronyms that the texts in a folder define. Paragraphs are separated by empty lines; headers and footers of
 * the pages of RFCs are left out, and so is an acronym that a text defines in two ways.
 *
 * @returns the definitions of each text, in the order of the numbers in the names of the files
 * @throws Error if the folder cannot be read
 */
export async function readDefinitions(folder: string, options: Options): Promise<Definition[][]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.txt'))
  files.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  const documents: Definition[][] = []
  for (const file of files) {
    documents.push(findDefinitions(await readFile(join(folder, file), 'utf8'), options))
  }
  return documents
}

function findDefinitions(text: string, { contextLength }: Options): Definition[] {
  const paragraphs = toParagraphs(text)
  const prose = paragraphs.join('\n')
  const found = new Map<string, Definition | null>()
  let start = 0
  for (const paragraph of paragraphs) {
    const expansions = paragraph.includes('(') ? findExpansions(paragraph) : []
    for (const { acronym, full_name } of expansions) {
      const known = found.get(acronym)
      if (!isAcronym.test(acronym) || known === null) continue
      if (known && toMeaningKey(known.full_name) === toMeaningKey(full_name)) continue
      const at = start + paragraph.indexOf(full_name)
      const around = prose.slice(Math.max(0, at - contextLength), at + full_name.length + contextLength)
      const definition: Definition = {
        acronym,
        full_name,
        sentence: sentenceOf(paragraph, full_name),
        context: withoutName(around, full_name).slice(0, 2 * contextLength),
      }
      found.set(acronym, known ? null : definition)
    }
    start += paragraph.length + 1
  }
  return [...found.values()].filter((each) => each !== null)
}

const isAcronym = /^\p{Lu}[\p{Lu}\d&/-]{1,9}$/u
const pageBreak = /^.*\[Page \d+\]\s*(?:RFC \d+ .*\n)?/gm

function toParagraphs(text: string) {
  return text
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replace(pageBreak, '\n\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter((paragraph) => /(?:\p{L}+ ){5}/u.test(paragraph))
}

const sentenceOf = (paragraph: string, full_name: string) =>
  paragraph.split(/(?<=[.?!:]) (?=\p{Lu})/u).find((each) => each.includes(full_name)) ?? paragraph

/** A line can end after a hyphen. */
function withoutName(text: string, full_name: string) {
  const words = full_name.split(/[\s-]+/).map((word) => word.replace(/\W/g, '\\$&'))
  return text.replace(new RegExp(`${words.join('[\\s-]+')}s?`, 'gi'), '')
}

/**
 * Returns the same text for full names that mean the same: `Certificate Authority` and `certification authorities`.
 * Only the first five letters of each word count, and words such as `of` do not.
 */
export const toMeaningKey = (full_name: string): string =>
  full_name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => !/^(?:|a|an|and|at|by|for|in|of|on|or|the|to|with)$/.test(word))
    .map((word) => word.slice(0, 5).replace(/s$/, ''))
    .join(' ')
