import { isExplained } from '../glossary/unexplained.ts'
import type { Alias } from '../schemas/content.ts'
import type { Term } from '../schemas/term.ts'
import { impliedNames } from './wording.ts'

/** What is asked about a term. */
export type Question = {
  /** up to 200 characters */
  asked: string
  kind?: Alias['kind']
  /** a name that the text of the term gives it, which is no name of it yet */
  isImplied?: boolean
  /** one letter off: the right answer is that there is no such term, or this one */
  isTypo?: boolean
}

/** Makes the questions about a term: its names bare, in the plural, in a question, and one letter off. */
export function questionsAbout(term: Term): Question[] {
  if (!isExplained(term)) return []
  const { name, full_name, aliases } = term
  const questions: Question[] = [
    { asked: name },
    { asked: `What does ${name} mean?` },
    ...aliases.map((alias) => ({ asked: alias.name, kind: alias.kind })),
    ...impliedNames(term).map((asked) => ({ asked, isImplied: true })),
  ]
  if (/^\p{L}(?:[./-]\p{L})+\.?$/u.test(name)) questions.push({ asked: lettersOf(name) })
  if (full_name !== null) questions.push({ asked: full_name })
  if (/^[A-Za-z]*[A-RT-Za-rt-z]$/.test(name) && name.length > 1) questions.push({ asked: plural(name) })
  if (/^\p{L}{5,}$/u.test(name)) questions.push({ asked: typo(name), isTypo: true })
  return questions.filter(({ asked }) => asked.length <= 200)
}

/** A sentence that people could write with a name. */
export const sentenceWith = (name: string): string => `We talked about ${name} today.`

/** An acronym without its dots. */
const lettersOf = (name: string) => name.replace(/\P{L}/gu, '')

function plural(name: string): string {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`
  return /(?:[xz]|ch|sh)$/.test(name) ? `${name}es` : `${name}s`
}

/** Leaves out the letter in the middle. */
function typo(name: string): string {
  const letters = [...name]
  letters.splice(letters.length >> 1, 1)
  return letters.join('')
}
