import type { Finds } from '../context.ts'
import { maxPerKey, type Row, type Surroundings } from './find.ts'
import { splitWords } from './tokens.ts'

/** Words of a text, with one of them spelled as in a name. */
type Corrected = { question: number; form: string; kind: 'asked' }

const maxForms = 200

/**
 * Finds the names, aliases and full names that have as many words as a text and are one letter away from it.
 *
 * @param texts split in words
 * @returns `question` is the position of the text
 */
export async function findOneOff(
  { db }: Pick<Finds, 'db'>,
  texts: readonly (readonly string[])[],
  { category, readerId = null }: Surroundings,
  limit: number,
): Promise<Row[]> {
  const words = [...new Set(texts.flat())]
  if (words.length === 0) return []
  const near = await db.many<{ word: string; spellings: string[] }>('lookup/one-letter-off', { words })
  const spellings = new Map(near.map((row) => [row.word, row.spellings]))
  const forms = texts.flatMap((text, question) => toCorrected(text, question, spellings)).slice(0, maxForms)
  if (forms.length === 0) return []
  const rows = await db.many<Row>('lookup/find', {
    forms,
    category: category ?? null,
    reader_id: readerId,
    per_key: maxPerKey,
    in_all: maxForms * 10,
    limit,
  })
  return rows.filter(({ question, name }) => countWords(name) === countWords(texts[question] ?? []))
}

function toCorrected(
  text: readonly string[],
  question: number,
  spellings: ReadonlyMap<string, readonly string[]>,
): Corrected[] {
  return text.flatMap((word, place) =>
    [...(spellings.get(word) ?? []), ...shortened(word)]
      .filter((spelling) => isOneOff(word, spelling))
      .map((spelling) => ({ question, form: text.with(place, spelling).join(' '), kind: 'asked' })),
  )
}

/** The words of names that the database knows have five letters or more: this is what a word of four can be typed as. */
const shortened = (word: string) =>
  [...word].length === 5 ? [...word].map((_, place) => [...word].toSpliced(place, 1).join('')) : []

/** An `and` between words does not count, as in a lookup. */
const countWords = (text: string | readonly string[]) =>
  (typeof text === 'string' ? splitWords(text.toLowerCase()) : text).filter((word) => word !== 'and').length

/** Whether a letter is missing, added or wrong in one of two words, or two are transposed; the longer has five letters or more. */
export function isOneOff(some: string, other: string): boolean {
  const [short, long] = [[...some], [...other]].sort((a, b) => a.length - b.length) as [string[], string[]]
  if (long.length < 5 || long.length - short.length > 1 || some === other) return false
  const start = short.findIndex((letter, i) => letter !== long[i])
  const first = start < 0 ? short.length : start
  const rest = (letters: string[], from: number) => letters.slice(from).join('')
  if (short.length < long.length) return rest(short, first) === rest(long, first + 1)
  const isTransposed = short[first] === long[first + 1] && short[first + 1] === long[first]
  const after = rest(short, first + 1) === rest(long, first + 1)
  return after || (isTransposed && rest(short, first + 2) === rest(long, first + 2))
}
