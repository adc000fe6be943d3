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

/** Returns what a name in capitals may be the plural of, if it has enough letters: the S of `APS` belongs to the acronym. */
const singularsInCapitals = (name: string) =>
  inflectHeads(name, (word) => (isInCapitals(word) ? singularsOfWord(word.toLowerCase()).filter(hasThreeSigns) : []))

const hasThreeSigns = (word: string) => /(?:[\p{L}\p{N}][^\p{L}\p{N}]*){3}/u.test(word)

/** Returns what a name may be the plural of. */
export const singularsOf = (name: string): string[] => inflectHeads(name, singularsOfWord)

/** Returns the plurals of a name. */
export const pluralsOf = (name: string): string[] => inflectHeads(name, pluralsOfWord)

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

/** Where the last letter, digit or apostrophe of a text ends. A pattern for what follows it would take quadratic time. */
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

function pluralsOfWord(word: string): string[] {
  const forms = [`${word}s`]
  if (/(?:s|x|z|ch|sh|o)$/i.test(word)) forms.push(`${word}es`)
  if (/[^aeiou]y$/i.test(word)) forms.push(`${word.slice(0, -1)}ies`)
  return forms
}

const isInCapitals = (text: string) => /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text)
