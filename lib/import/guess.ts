/** What decisions are about. */
export const guessKeys = [
  'sheet',
  'sections',
  'hidden',
  'header',
  'name',
  'full_name',
  'definition',
  'texts',
  'lists',
  'category',
  'categories',
  'links',
  'rows',
  'types',
  'titles',
  'acronyms',
] as const
export type GuessKey = (typeof guessKeys)[number]

/** A decision that the content of a file made. */
export type Guess = {
  key: GuessKey
  /** the decision and its reason, a sentence */
  text: string
  /** what the opposite would be: the label of a button; absent if there is none */
  instead?: string
}

/** Says what a file calls other terms that are none. */
export const describeLeftOut = (texts: readonly string[]): Guess[] =>
  describeParts([...new Set(texts)], 'Left out, because no single term is called so:')

/** Says how many rows say something of protected terms that cannot be proposed, so that it is left out. */
export const describeSpared = (rows: number): Guess[] =>
  rows === 0
    ? []
    : [
        {
          key: 'rows',
          text: `Left out: what ${rows === 1 ? 'a row says' : `${rows.toLocaleString('en')} rows say`} of the status or the relations of protected terms. That cannot be proposed: replace these terms to change it.`,
        },
      ]

/** Says what becomes of what rows say in other languages. */
export const describeTranslated = ({
  untranslated,
  namesAlone,
}: Record<'untranslated' | 'namesAlone', number>): Guess[] => [
  ...describeRows(
    untranslated,
    'what other languages say of a protected term is left out. It cannot be proposed: replace the term to change it.',
  ),
  ...describeRows(
    namesAlone,
    'a name in another language has no definition beside it: it becomes another name of its term, and no translation.',
  ),
]

/** Says how many lines of a text are not read. */
export function describeLines(lines: readonly string[]): Guess[] {
  const [first] = lines
  if (first === undefined) return []
  const what = lines.length === 1 ? 'a line' : `${lines.length.toLocaleString('en')} lines, such as`
  return [{ key: 'sheet', text: `Not read: ${what} “${first.slice(0, 80)}”.` }]
}

/** How many parts are named, and how much of a title is shown. */
const maxNamed = { count: 50, length: 100 }

/** The titles of parts in one text. */
export function inWords(titles: readonly string[]): string {
  const names = titles.slice(0, maxNamed.count).map((title) => `“${title.slice(0, maxNamed.length)}”`)
  const more = titles.length - names.length
  return names.join(', ') + (more > 0 ? ` and ${more.toLocaleString('en')} more` : '')
}

/** Says which parts of a file are not read. @param opening what stands before their titles */
export const describeParts = (titles: readonly string[], opening = 'Not read:'): Guess[] =>
  titles.length === 0 ? [] : [{ key: 'sheet', text: `${opening} ${inWords(titles)}.` }]

/**
 * Says which sections have no terms, and what in them is written like terms, which can be read as well.
 *
 * @param titles of the sections
 * @param names of what is written like terms
 */
export function describeSections(titles: readonly string[], names: readonly string[]): Guess[] {
  const [sections] = describeParts(titles, 'Not read, because they have no terms:')
  if (names.length === 0) return sections ? [sections] : []
  const what = names.length === 1 ? 'one entry' : `${names.length.toLocaleString('en')} entries`
  const text = [sections?.text, `Not read, though written like terms: ${what}, ${inWords(names)}.`].filter(Boolean)
  return [{ key: 'sections', text: text.join(' '), instead: 'Read them, too' }]
}

/** Says what is done in some rows. @param what follows "In 3 rows," */
export const describeRows = (count: number, what: string): Guess[] =>
  count === 0
    ? []
    : [{ key: 'rows', text: `In ${count === 1 ? 'one row' : `${count.toLocaleString('en')} rows`}, ${what}` }]
