// Cells that are no texts of a term: what spreadsheets make of texts (errors, and dates, times and numbers that were
// names), and placeholders.

import * as v from 'valibot'
import { readLinks, writeLinks } from '../glossary/links.ts'
import { maxCategoryLength } from '../schemas/content.ts'
import { links } from '../schemas/links.ts'

/** Errors of Excel, LibreOffice and Google Sheets, also those of their German, French, Spanish and Italian versions. */
const errors =
  /^(?:#(?:N\/A|NV|N\/D|DIV\/0!|VALUE!|WERT!|VALEUR!|VALOR!|¡VALOR!|VALORE!|REF!|BEZUG!|¡REF!|RIF!|RIF\.?|NAME\?|NOM\s?\?|¿NOMBRE\?|NOME\?|NUM!|ZAHL!|NOMBRE!|¡NUM!|¡DIV\/0!|NULL!|NUL!|NULLO!|¡NULO!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|BUSY!|GETTING_DATA|ERROR!)|Err:\d{3})$/i

const month =
  '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Mrz|Mär|Mai|Okt|Dez|janv|févr|mars|avr|juin|juil|août|déc|ene|abr|ago|dic|gen|mag|giu|lug|set|ott)'

/** Texts that look as spreadsheets write what they took for a time, a date or a number. */
const conversions: [kind: string, example: string, pattern: RegExp][] = [
  ['time', '1:1', /^\d{1,3}:\d\d:\d\d(?:[.,]\d+)?(?: ?[AP]M)?$/i],
  ['time', '1:1', /^\d{1,2}:\d\d ?[AP]M$/i],
  ['date', 'MAR1', RegExp(`^\\d{1,2}(?:-|\\. ?)${month}\\.?(?:-\\d\\d(?:\\d\\d)?)?$`)],
  ['date', 'MAR1', RegExp(`^${month}\\.?-\\d\\d(?:\\d\\d)?$`)],
  ['date', '1-2', /^(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2\d{4})(?:[ T]\d\d?:\d\d.*)?$/],
  ['number', '1E5', /^\d(?:[.,]\d+)?E[+-]\d{1,3}$/i],
]

/** What people write in a cell that they leave for later. */
const placeholder = /^(?:[-–—?]+|…|\.{2,}|n\/?a\.?|tb[acd]|to ?do)$/i

/** Whether a text stands in for a definition that nobody has written. */
export const isPlaceholder = (text: string): boolean => placeholder.test(text.trim())

/**
 * Says what is wrong with a text that no person wrote as the text of a term: what a spreadsheet has made of it, or a
 * placeholder.
 *
 * @param field names are judged more strictly: a definition can be a date
 * @returns what follows the name of the field, or undefined if nothing looks wrong
 */
export function describeArtefact(text: string, field: string): string | undefined {
  if (errors.test(text)) return `is ${text}, an error of a spreadsheet`
  if (field === 'definition' && isPlaceholder(text)) return `is only “${text}”, a placeholder`
  if (field !== 'name' && field !== 'aliases') return undefined
  const found = conversions.find(([, , pattern]) => pattern.test(text))
  return found && `is a ${found[0]}, which spreadsheets make of texts like ${found[1]}`
}

/** Whether a category, or several tags, are too long for one. */
export function isTooLong(cell: unknown): boolean {
  const text = Array.isArray(cell) ? cell.join(', ') : cell
  if (typeof text !== 'string' || text.length <= maxCategoryLength) return false
  return [...text.trim().normalize('NFC')].length > maxCategoryLength
}

/** The links in a cell of a column that may have other texts, too, each once, and the texts that are left out. */
export function onlyLinks(cell: string): { text: string; others: string[] } {
  const entries = readLinks(
    cell
      .replace(/(?<![^\s;,|(<])(?=www\.[\p{L}\d])/giu, 'https://')
      .replace(/[,|\s]+(?=https?:\/\/)/gi, ';')
      .replace(/(https?:\/\/[^\s;]+?)[,.]?[^\S\n]+(?=[^<\s])/gi, '$1;'),
  )
  const isLink = (entry: (typeof entries)[number]) => v.is(links, [entry])
  const found = new Map(entries.filter(isLink).map((entry) => [entry.url, entry]))
  const others = entries.filter((entry) => !isLink(entry)).map(({ url }) => url)
  return { text: writeLinks([...found.values()]), others }
}

/** A text without control characters, which no text of a term can have; some of them separate words. */
export const withoutControls = (text: string): string =>
  controls.test(text) ? text.replace(/[^\P{Cc}\t\n\r]/gu, (sign) => (/[\v\f\x85]/.test(sign) ? ' ' : '')) : text

const controls = /[^\P{Cc}\t\n\r]/u
