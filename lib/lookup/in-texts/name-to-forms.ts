/** Another form of a name. A possessive counts as the plural of the name without it. */
type Inflection = { form: string; number: 'singular' | 'plural' }

/**
 * Returns the other English forms of a name: the singular if it is a plural or possessive (`SLAs`, `SLA's`,
 * `policies`), and its plurals. The noun before `of` counts as well (`Statements of Work`). A capital S at the end
 * of a short word in capitals belongs to the word (`APS`), and so does the one before the ending in `GPSs`.
 *
 * Some forms are not English (`buss`). They do no harm, because a form only counts if a name is spelled so.
 */
export const inflect = (name: string): Inflection[] => [
  ...[...ownersOf(name), ...singularsOf(name), ...singularsInCapitals(name)].map((form) => ({
    form,
    number: 'singular' as const,
  })),
  ...pluralsOf(name).map((form) => ({ form, number: 'plural' as const })),
]

/** Whether a small s behind a capital or a digit ends a text: it is an ending, unless a name is written so. */
export const hasSmallS = (text: string): boolean => /[\p{Lu}\p{N}]['’]?s['’]?$/u.test(text)

/** Returns a possessive without its ending. */
const ownersOf = (name: string) =>
  inflectHeads(name, (word) => [word]).filter((form) => /^['’]s?\W*$/i.test(name.slice(form.length)))

/**
 * Returns what a name in capitals may be the plural of, if it has enough letters: the S of `APS` belongs to the
 * acronym.
 */
const singularsInCapitals = (name: string) =>
  inflectHeads(name, (word) => (isInCapitals(word) ? singularsOfWord(word.toLowerCase()).filter(hasThreeSigns) : []))

const hasThreeSigns = (word: string) => /(?:[\p{L}\p{N}][^\p{L}\p{N}]*){3}/u.test(word)

/** Returns what a name may be the plural of. */
export const singularsOf = (name: string): string[] => inflectHeads(name, singularsOfWord)

/** Returns the plurals of a name. */
export const pluralsOf = (name: string): string[] => inflectHeads(name, pluralsOfWord)

/** Plurals that no rule gives. */
const irregular: Record<string, string> = {
  ...{ person: 'people', child: 'children', man: 'men', woman: 'women', foot: 'feet', tooth: 'teeth', mouse: 'mice' },
  ...{ criterion: 'criteria', phenomenon: 'phenomena', quiz: 'quizzes', tech: 'techs', epoch: 'epochs' },
  ...{ life: 'lives', knife: 'knives', half: 'halves', leaf: 'leaves', shelf: 'shelves', proof: 'proofs' },
  ...{ veto: 'vetoes', echo: 'echoes', hero: 'heroes', series: 'series', species: 'species', data: 'data' },
  ...{ staff: 'staff', media: 'media', metadata: 'metadata', software: 'software', hardware: 'hardware' },
  ...{ information: 'information', feedback: 'feedback', equipment: 'equipment', news: 'news' },
}

/**
 * Returns the English plural of a name, as people write it: of the noun before `of`, or else of the last word. What is
 * a plural already stays.
 *
 * @param isEnglish whether a word is an English one
 */
export function toPlural(name: string, isEnglish: (word: string) => boolean): string {
  const [before, head = '', rest] = /^(.*?\S)(\s+(?:of|for|in|to|at|on)\s.*)$/is.exec(name) ?? ['', name, '']
  const start = before === '' ? name : head
  const [word = ''] = /[\p{L}\p{M}\p{N}]+$/u.exec(start) ?? []
  if (word === '') return /\)$/.test(start) ? name : `${start}s${rest}`
  return start.slice(0, start.length - word.length) + pluralOfWord(word, isEnglish) + rest
}

function pluralOfWord(word: string, isEnglish: (word: string) => boolean): string {
  if (isInCapitals(word)) return word + (word.endsWith('S') ? 'es' : 's')
  const known = irregular[word.toLowerCase()]
  if (known !== undefined) return word.slice(0, 1) + known.slice(1)
  if (/[^sui]s$/.test(word) && singularsOfWord(word).some(isEnglish)) return word
  if (/[^aeiou]y$/i.test(word)) return `${word.slice(0, -1)}ies`
  if (/[^s]sis$/.test(word)) return `${word.slice(0, -2)}es`
  return word + (/(?:s|x|z|ch|sh)$/i.test(word) ? 'es' : 's')
}

/** Applies a function to the last word of a name, without its possessive ending, and to the noun before `of`. */
function inflectHeads(name: string, formsOf: (word: string) => readonly string[]): string[] {
  const heads = [...name.matchAll(/(?<!\S)\S+(?=\s+(?:of|for|in|to|at|on)\s)/gi)].slice(0, 1)
  const ends = [...heads.map(({ index, 0: word }) => index + word.length), name.length]
  return ends.flatMap((end) => {
    const text = name.slice(0, end)
    const word = text.slice(0, endOfWord(text)).replace(/['’](?:s?)$/i, '')
    if (word === '') return []
    return formsOf(word).map((form) => form + name.slice(end))
  })
}

/**
 * Where the last letter, digit or apostrophe of a text ends. A pattern for what follows it would take quadratic time.
 */
const endOfWord = (text: string) => /^.*[\p{L}\p{N}'’]/su.exec(text)?.[0].length ?? 0

function singularsOfWord(word: string): string[] {
  if (!/\Ss$/i.test(word) || /ss$/.test(word) || isInCapitals(word)) return []
  if (/\p{Ll}S$/u.test(word)) return [] // The beginning of another word (`FileSystem`).
  const forms = [word.slice(0, -1)]
  if (/Es$/.test(word)) return forms // A capital belongs to the acronym (`AOEs`, `GPSs`, `LMIes`).
  if (/(?:s|x|z|ch|sh|o)es$/i.test(word)) forms.push(word.slice(0, -2))
  if (/[^aeiou]ies$/i.test(word) && !/Ies$/.test(word)) forms.push(`${word.slice(0, -3)}y`)
  return forms
}

/** Returns what the key of a word can be without a plural ending, whatever its case. */
export const singularKeysOf = (key: string): string[] =>
  key.endsWith('s') ? [key.slice(0, -1), key.slice(0, -2), `${key.slice(0, -3)}y`] : []

function pluralsOfWord(word: string): string[] {
  const forms = [`${word}s`]
  if (/(?:s|x|z|ch|sh|o)$/i.test(word)) forms.push(`${word}es`)
  if (/[^aeiou]y$/i.test(word)) forms.push(`${word.slice(0, -1)}ies`)
  return forms
}

const isInCapitals = (text: string) => /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text)
