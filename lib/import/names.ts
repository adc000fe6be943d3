import { withoutMarks } from '../glossary/without-marks.ts'
import { spellsOut } from './spelled-out.ts'

/** A number as lists have it before each entry. */
const number = /^\(?(\d{1,5})[.)]\s+(?=\S)/

/** Whether most names begin with a number, each with the next one. */
export function areNumbered(names: readonly string[]): boolean {
  const numbers = names.map((name) => Number(number.exec(name)?.[1]))
  const next = numbers.filter(
    (value, index) => index > 0 && value === (numbers[index - 1] ?? 0) + 1,
  )
  return names.length > 1 && next.length >= (names.length - 1) / 2
}

/**
 * A name as a person would look it up: without marks around it, a bullet, and a colon at its end.
 *
 * @param hasNumber whether a number before it is that of an entry
 */
export function cleanName(text: string, hasNumber: boolean): string {
  const name = text.trim().replace(/^[•▪‣◦]\s*/, '')
  const own = hasNumber ? name.replace(number, '') : name
  return withoutMarks(withoutMarks(own).replace(/(?<=[^:：\s])\s*[:：]$/, '')) || text
}

/** "Quality Zone Audit (QZA)" and "QZA (Quality Zone Audit)". */
const bracketed = /^([^()]+) \(([^()]+)\)$/
/** "QZA / QZB"; "TCP/IP" is one name. */
const alternatives = /^(\p{Lu}[\p{Lu}\d&.-]{0,11}) \/ (\p{Lu}[\p{Lu}\d&.-]{0,11})$/u

/** The parts of a name that has an acronym besides another name. */
export type SplitName = { name: string; full_name?: string; alias?: string }

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
