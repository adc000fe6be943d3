import { fold } from '../schemas/text.ts'
import type { MatchedName } from './name-rows.ts'

/** What stands between the words of a name and does not matter: `and`, and signs; `+` and `#` count as letters. */
const notInKeys =
  /(?<=[\s\u2010-\u2014-])and(?=[\s\u2010-\u2014-])|(?!#)[\ufe00-\ufe0f\p{P}\s$^=~|<>`´¨¯¸\u02d8-\u02dd\p{Join_Control}]+/gu
const notInAsciiKeys = /(?<=[\s-])and(?=[\s-])|(?!#)[^a-z0-9+]+/g
const diacritics = /([a-z\u0370-\u03ff\u1f00-\u1fff])[\u0300-\u036f]+/gu
const maxLength = 300

/** Whether a text has the characters of ASCII only, which all versions of Unicode treat alike. */
export const isAscii = (text: string): boolean => /^[ -~]*$/.test(text)

/**
 * Returns the key under which a name is found: without case, punctuation, spaces, width, and the diacritics of Latin
 * and Greek letters. The function `loose` of the database makes the same, for its index (migrations/0002-terms.sql),
 * but for characters that its version of Unicode does not know.
 */
export function toKey(name: string): string {
  if (isAscii(name)) {
    const lower = name.toLowerCase()
    return lower.replace(notInAsciiKeys, '') || lower
  }
  const plain = name.normalize('NFKD').toLowerCase().replace(diacritics, '$1').normalize('NFC')
  const key = plain.replace(notInKeys, '') || fold(name)
  return key.length > maxLength ? [...key].slice(0, maxLength).join('') : key
}

/** Returns the keys of some words; that of an `and` between them is empty. */
export const toKeys = (words: readonly string[]): string[] =>
  words.map((word, i) => (i > 0 && i < words.length - 1 && /^and$/i.test(word) ? '' : toKey(word)))

/** Returns a name with one kind of apostrophes and hyphens, and of one width. */
export const toPlain = (name: string): string =>
  /[‘’\-‑‒–﹣\uff01-\uff5e]/.test(name)
    ? name
        .replace(/[‘’]/g, "'")
        .replace(/[-‑‒–﹣－]/g, '‐')
        .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    : name

type Named = { name: string; full_name: string | null; aliases: readonly MatchedName[] }

/**
 * Returns what a term is called, and the parts of its name. The function `names_of` of the database does the same, for
 * its index (migrations/0021-names-in-lists.sql).
 */
export const namesOf = ({ name, full_name, aliases }: Named): MatchedName[] => [
  { name, kind: 'name' },
  ...(full_name ? [{ name: full_name, kind: 'full_name' as const }] : []),
  ...aliases,
  ...(/^[^(/,\u2190-\u{1faff}™®©℠⁰¹²³⁴-⁹]*$/u.test(name) ? [] : namesWithin(name, aliases)),
]

const marksAround =
  /^(?:[\u2190-\u2bff\u{1f000}-\u{1faff}][\p{Join_Control}\p{VS}\s]*)+|(?:\s*[\u2190-\u2bff\u{1f000}-\u{1faff}™®©℠⁰¹²³⁴-⁹][\p{Join_Control}\p{VS}]*)+$/gu

const isAcronym = (part: string) => /^[A-Z0-9&.-]*[A-Z][A-Z0-9&.-]*[A-Z0-9]$/.test(part)

function namesWithin(name: string, aliases: Named['aliases']): MatchedName[] {
  const plain = name.replace(marksAround, '').trim()
  const bracketed = /^([^()]*[^()\s])\s*\(([^()]+)\)$/.exec(plain)?.slice(1) ?? []
  const slashed = /\s\/\s/.test(plain) ? plain.split(/\s+\/\s+/) : []
  const listed = plain.split(/,\s*/)
  const parts = [...bracketed, ...slashed, ...(listed.length > 1 && listed.every(isAcronym) ? listed : [])].map(
    (part) => part.trim(),
  )
  const hasAcronym = parts.some(isAcronym)
  const within = [plain, ...(hasAcronym ? parts.filter((part) => [...part].length > 1) : [])]
  const taken = new Set([name, ...aliases.map((alias) => alias.name)].map(fold))
  const others = within.filter((part) => part && !taken.has(fold(part)) && taken.add(fold(part)))
  return others.map((part) => ({ name: part, kind: 'alias' }))
}
