import { withoutMarks } from '../glossary/alias-lists.ts'

/** A number as lists have it before each entry. */
const number = /^\(?(\d{1,5})[.)]\s+(?=\S)/

/** Whether most names begin with a number, each with the next one. */
export function areNumbered(names: readonly string[]): boolean {
  const numbers = names.map((name) => Number(number.exec(name)?.[1]))
  const next = numbers.filter((value, index) => index > 0 && value === (numbers[index - 1] ?? 0) + 1)
  return names.length > 1 && next.length >= (names.length - 1) / 2
}

/**
 * A name as a person would look it up: without marks around it, a bullet, and a colon or a dash at its end.
 *
 * @param hasNumber whether a number before it is that of an entry
 */
export function cleanName(text: string, hasNumber: boolean): string {
  const name = text.trim().replace(/^[•▪‣◦]\s*/, '')
  const own = hasNumber ? name.replace(number, '') : name
  return withoutMarks(withoutMarks(own).replace(/(?<=[^:：\s])(?:\s*[:：]|\s+[-–—]+)$/, '')) || text
}

/** A full name without the number that it has among others of the same name. */
export const cleanFullName = (text: string): string => text.replace(/^\s*\(?\d{1,3}\)\s+(?=\S)/, '')

/** "Quality Zone Audit (QZA)" and "QZA (Quality Zone Audit)". */
const bracketed = /^([^()]+) \(([^()]+)\)$/
/** "QZA / QZB"; "TCP/IP" is one name. */
const alternatives = /^(\p{Lu}[\p{Lu}\d&.-]{0,11}) \/ (\p{Lu}[\p{Lu}\d&.-]{0,11})$/u

/** The parts of a name that has an acronym besides another name. */
type SplitName = { name: string; full_name?: string; alias?: string }

/** Splits a name that has an acronym besides another name; undefined for others. */
export function splitName(text: string): SplitName | undefined {
  const [, first, second] = alternatives.exec(text) ?? []
  if (first && second && first !== second) return { name: first, alias: second }
  const [, before, inside] = bracketed.exec(text) ?? []
  if (!before || !inside) return undefined
  if (standsFor(inside, before)) return { name: inside, full_name: before }
  return standsFor(before, inside) ? { name: before, full_name: inside } : undefined
}

/** Whether a name is an acronym of another one, whose letters need not be all those of the acronym. */
const standsFor = (name: string, full: string) =>
  /^\S{2,12}$/.test(name) &&
  /\p{Lu}.*\p{Lu}/u.test(name) &&
  (spellsOut(name, full) || (/^[\p{Lu}\d]{3,}$/u.test(name) && /\S\s+\S/.test(full)))

/**
 * Whether a text spells a name out: the letters of the name begin words of the text in their order, from the first one
 * on ("Service Level Agreement"), or they are in fewer words than the name has letters ("Allgemeine
 * Geschäftsbedingungen", AGB). The text is not much longer.
 */
export function spellsOut(name: string, text: string): boolean {
  const letters = toLetters(name)
  if (letters.length < 2 || letters.length > 12 || text.length > 300) return false
  const words = toPlain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  if (words.length > 2 * letters.length + 2 || words.join('') === letters) return false
  const initials = words.map((word) => word.charAt(0)).join('')
  return (
    beginsAndContains(initials, letters) ||
    (words.length <= letters.length && beginsAndContains(words.join(''), letters))
  )
}

/** Whether a text begins with the first of some letters and has the others in their order. */
function beginsAndContains(text: string, letters: string) {
  if (text[0] !== letters[0]) return false
  let found = 0
  for (const character of text) if (character === letters[found]) found++
  return found === letters.length
}

const toPlain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** The plural is not spelled out. */
const toLetters = (name: string) =>
  toPlain(name.slice(0, 40).replace(/(?<=\p{Lu})s$/u, '')).replace(/[^\p{L}\p{N}]/gu, '')
