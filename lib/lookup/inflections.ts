/** Another form of a name, and which number it has. */
export type Inflection = { form: string; number: 'singular' | 'plural' }

/**
 * Returns the other English forms of a name: the singular if it is a plural or possessive (`SLAs`, `SLA's`,
 * `policies`), and its plurals. The noun before `of` counts as well (`Statements of Work`). A capital S at the end
 * of a word in capitals belongs to the word (`APS`).
 *
 * Some forms are not English (`buss`). They do no harm, because a form only counts if a name is spelled so.
 */
export function inflect(name: string): Inflection[] {
  const heads = [...name.matchAll(/\S+(?=\s+(?:of|for|in|to|at|on)\s)/gi)].slice(0, 1)
  const ends = [...heads.map(({ index, 0: word }) => index + word.length), name.length]
  return ends.flatMap((end) => {
    const rest = name.slice(end)
    return inflectEnd(name.slice(0, end)).map(({ form, number }) => ({ form: form + rest, number }))
  })
}

function inflectEnd(text: string): Inflection[] {
  const word = text.replace(/[^\p{L}\p{N}'’]+$/u, '').replace(/['’](?:s?)$/i, '')
  if (word === '') return []
  // "SLA's" has been cut to "SLA".
  const owner = /['’]s?\W*$/i.test(text) ? [word] : []
  return [
    ...[...owner, ...singularsOf(word)].map((form) => ({ form, number: 'singular' as const })),
    ...pluralsOf(word).map((form) => ({ form, number: 'plural' as const })),
  ]
}

function singularsOf(word: string): string[] {
  if (!/s$/i.test(word) || /ss$/i.test(word) || isInCapitals(word)) return []
  const forms = [word.slice(0, -1)]
  if (/(?:s|x|z|ch|sh|o)es$/i.test(word)) forms.push(word.slice(0, -2))
  if (/[^aeiou]ies$/i.test(word)) forms.push(`${word.slice(0, -3)}y`)
  return forms
}

function pluralsOf(word: string): string[] {
  const forms = [`${word}s`]
  if (/(?:s|x|z|ch|sh|o)$/i.test(word)) forms.push(`${word}es`)
  if (/[^aeiou]y$/i.test(word)) forms.push(`${word.slice(0, -1)}ies`)
  return forms
}

const isInCapitals = (text: string) => /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text)
