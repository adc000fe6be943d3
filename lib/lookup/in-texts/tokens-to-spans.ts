import { isPartOver, nextTurn } from '../../app/next-turn.ts'
import { isForeignWord, isFunctionName } from '../../schemas/function-words.ts'
import type { Form } from '../forms-to-matches.ts'
import { isSingleLetter, type NameSet } from './name-set.ts'
import { hasSmallS, singularsOf } from './name-to-forms.ts'
import { type Token, toSpelling } from './text-to-tokens.ts'

/** What may be a name: a part of the text, as it is spelled, and what it can be looked up as. */
export type Span = {
  start: number
  end: number
  form: string
  readings: Reading[]
  /** whether it is spelled as a name is, or only like one, or but for one letter */
  kind: 'written' | 'respelled' | 'corrected'
}

/**
 * A form in which a name can stand in a text, and which names it can be if they are not written exactly so (contract,
 * section 14). This is the one place that says it, for all that finds names in texts.
 */
export type Reading = Form & {
  kind: 'asked' | 'singular'
  /** whether names with a lower-case letter match in any case */
  in_any_case: boolean
  /** whether names without a lower-case letter match in another case; then they are a guess */
  recased: boolean
  /** whether it is English, so that a name with capitals within it (`WoW`) matches only as it is written */
  is_english: boolean
  /** whether full names match */
  as_full_name: boolean
  /** whether the text has it in this case, so that names match that are marked only as they are written */
  as_written: boolean
  /** whether one word may stand for several of a name, or several for one; neither, if it is spelled as a name is */
  isJoined?: boolean
  isSplit?: boolean
  /** whether a letter was changed */
  isCorrected?: boolean
  /** whether the text has an English verb form of it, which is a guess */
  isInflectedVerb?: boolean
}

/** A form as names can be written that have a small letter; not in capitals, nor as it stands in the text. */
export const readingOf = (form: string, known: NameSet): Reading => ({
  form,
  kind: 'asked',
  has_small_s: false,
  in_any_case: true,
  recased: false,
  is_english: known.isEnglish(form),
  as_full_name: !known.isOneWord(form),
  as_written: false,
})

/** From how many letters on a word that is no English one can stand for several in any case. */
export const minJoined = 4

/** In which case names without a lower-case letter match besides their own. */
export type Recasing = 'never' | 'lower' | 'any'

/**
 * Finds what may be names in a text. Others are served in between.
 *
 * @param most how many different forms may be found; then the rest of the text is not read
 */
export async function findSpans(
  text: string,
  tokens: readonly Token[],
  known: NameSet,
  most: number,
  recasing: Recasing = 'never',
): Promise<Span[]> {
  const spans: Span[] = []
  const forms = new Set<string>()
  const readingsOf = createReadings(recasing, known)
  for (const { start, end, isRecased } of known.find(tokens, recasing !== 'never')) {
    if (isPartOver()) await nextTurn()
    const form = toSpelling(text.slice(start, end))
    if (isSingleLetter(form) || isShouted(text, start, end, known)) continue
    const isFunction = isFunctionName(form, known.isEnglish)
    if (isFunction && !hasCapitals(form) && beginsSentence(text, start)) continue
    const isFree = !isPartOfWord(text, start, end)
    const recased = isFree && canBeGuessed(form, recasing, known)
    if (isRecased && !recased) continue
    if (forms.add(form).size > most) break
    const in_any_case = isFree && !isFunction
    const readings = readingsOf({ form, in_any_case, recased })
    spans.push({ start, end, form, readings, kind: 'written' })
  }
  return spans
}

type Cased = Pick<Reading, 'form' | 'in_any_case' | 'recased'>

/** The readings of forms, each of which is read once, however often a text has it. */
function createReadings(recasing: Recasing, known: NameSet) {
  const readings = new Map<string, Reading[]>()
  return (form: Cased) => {
    const key = `${form.in_any_case} ${form.recased} ${form.form}`
    const found = readings.get(key) ?? toReadings(form, recasing, known)
    readings.set(key, found)
    return found
  }
}

/**
 * A form and its singulars. In lower case, a word in capitals can be a plural (`POLICIES`), but no longer an acronym.
 */
function toReadings({ form, in_any_case, recased }: Cased, recasing: Recasing, known: NameSet): Reading[] {
  const inLowerCase = hasCapitals(form) ? singularsOf(form.toLowerCase()) : []
  const singulars = [...singularsOf(form), ...inLowerCase].filter((each) => !isSingleLetter(each))
  return [
    { ...readingOf(form, known), in_any_case, recased, as_written: true },
    ...singulars.map((singular) => ({
      ...readingOf(singular, known),
      kind: 'singular' as const,
      has_small_s: hasSmallS(form),
      in_any_case,
      recased: recased && !hasCapitals(form) && canBeGuessed(singular, recasing, known),
      as_written: !inLowerCase.includes(singular),
    })),
  ]
}

/** Whether a text can be a name of capitals in another case: it is no word of a language. None begins with a sign. */
export function canBeGuessed(form: string, recasing: Recasing, { isEnglish }: NameSet): boolean {
  if (recasing === 'never' || (recasing === 'lower' && /\p{Lu}/u.test(form))) return false
  if (/^[^\p{L}\p{N}]/u.test(form)) return true
  return !isEnglish(form) && !isForeignWord(form.toLowerCase())
}

/** Whether a text is in capitals. */
export const hasCapitals = (text: string): boolean => /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text)

/** How much is read on each side of a word, in UTF-16 units. */
const maxBeside = 30

/** Whether a common word is in capitals for emphasis, like the words beside it: `CONTACT US NOW`, but not `US GDP`. */
export function isShouted(text: string, start: number, end: number, { isEnglish }: NameSet): boolean {
  const word = text.slice(start, end)
  if (!hasCapitals(word) || !isEnglish(word)) return false
  const [before] = /[\p{L}\p{N}]+(?=,?\s+$)/u.exec(text.slice(Math.max(0, start - maxBeside), start)) ?? []
  const [, after] = /^(?:['’]\p{Lu}+)?,?\s+([\p{L}\p{N}]+)/u.exec(text.slice(end, end + maxBeside)) ?? []
  const beside = [before, after].filter((each) => each !== undefined)
  const isEmphasis = (each: string) => isEnglish(each) || each.length > 4
  return beside.every(hasCapitals) && beside.some(isEmphasis)
}

/** A sentence begins a line, and after the end of another one; quotation marks and the like may stand between them. */
export const beginsSentence = (text: string, start: number): boolean =>
  /(?:^|[.!?…:;•\n\r])[^\p{L}\p{N}]*$/u.test(text.slice(Math.max(0, start - maxBeside), start))

/** Whether a hyphen, a slash or an apostrophe joins what stands there to more; the ending of a possessive does not. */
export const isPartOfWord = (text: string, start: number, end: number): boolean =>
  /[\p{L}\p{N}\p{M}_][-\u2010-\u2013\ufe63\uff0d'’/]$/u.test(text.slice(Math.max(0, start - 3), start)) ||
  /^(?!['’]s(?![\p{L}\p{N}\p{M}_]))[-\u2010-\u2013\ufe63\uff0d'’/][\p{L}\p{N}]/iu.test(text.slice(end, end + 3))
