import type { Random } from './data.ts'

/** A way to ask about a name. */
export type NameForm = {
  label: string
  /** returns the name as it is written, or null if it has no such form */
  write(name: string): string | null
  /** returns the question about what is written */
  ask(written: string): string
}

function form(label: string, write: NameForm['write'], ask = (written: string) => written): NameForm {
  return { label, write, ask }
}

/** A question about a name, which it has in place of `NAME`, or about its plural in place of `NAMEs`. */
function question(label: string): NameForm {
  const write = label.includes('NAMEs') ? plural : asItIs
  return form(label, write, (written) => label.replace(/NAMEs?/, () => written))
}

const asItIs = (name: string) => name
const plural = (name: string) => name + (/(?:[sxz]|ch|sh)$/i.test(name) ? 'es' : 's')
const unpunctuated = (name: string) => name.replace(/(?![+#])[\p{P}\p{S}\s]/gu, '')

/** The forms in which a name must always be found. */
export const exactForms: readonly NameForm[] = [
  form('as it is', asItIs),
  form('in lower case', (name) => name.toLowerCase()),
  form('with spaces around', (name) => `  ${name} `),
]

/** The forms in which a person may write a name, and the questions of the contract. */
export const looseForms: readonly NameForm[] = [
  form('plural', plural),
  form('possessive plural', (name) => `${plural(name)}'`),
  form("possessive, '", (name) => `${name}'s`),
  form('possessive, ’', (name) => `${name}’s`),
  form('letters with points', (name) =>
    /^\p{Lu}{2,}$/u.test(name) ? [...name].map((letter) => `${letter}.`).join('') : null,
  ),
  form('(in brackets)', (name) => `(${name})`),
  form('without punctuation', (name) => {
    const plain = unpunctuated(name)
    return plain === name || plain === '' ? null : plain
  }),
  question('NAME?'),
  question('what is NAME'),
  question('What is NAME?'),
  question('what does NAME mean?'),
  question('what do NAMEs mean?'),
  question('what does NAME stand for'),
  question('NAME meaning'),
  question('meaning of NAME'),
  question('define NAME'),
  question("what's an NAME"),
  question('what are NAMEs'),
]

/** The forms of a full name. */
export const fullNameForms: readonly NameForm[] = [
  form('full name', asItIs),
  form('full name in lower case', (name) => name.toLowerCase()),
  form('full name in capitals', (name) => name.toUpperCase()),
]

const letters = [...'abcdefghijklmnopqrstuvwxyz']

/** Ways to mistype a text at the position of a letter. Null if nothing changes. */
const typos: Record<string, (text: string, at: number, random: Random) => string | null> = {
  missing: (text, at) => text.slice(0, at) + text.slice(at + 1),
  added: (text, at, random) => text.slice(0, at) + random.of(letters) + text.slice(at),
  wrong: (text, at, random) => text.slice(0, at) + random.of(letters) + text.slice(at + 1),
  transposed: (text, at) => text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2),
}

/** The forms of a full name of five letters or more with one letter missing, added, wrong or transposed. */
export const toTypoForms = (random: Random): NameForm[] =>
  Object.entries(typos).map(([label, mistype]) =>
    form(`full name, a letter ${label}`, (name) => {
      const places = [...name.matchAll(/\p{L}(?=\p{L})/gu)].map(({ index }) => index)
      if (name.replace(/\P{L}/gu, '').length < 5 || places.length === 0) return null
      const text = mistype(name, random.of(places), random)
      return text?.toLowerCase() === name.toLowerCase() ? null : text
    }),
  )

const capitals = letters.map((letter) => letter.toUpperCase())

export const madeUpForms: readonly NameForm[] = [
  form('made-up name', asItIs),
  form('what is MADE-UP-NAMEs?', plural, (written) => `what is ${written}?`),
]

/** Makes up a name of five or six letters. It does not end in S, which would be a plural in lower case. */
export function makeUpName(random: Random): string {
  const length = random.of([5, 6])
  const name = Array.from({ length }, () => random.of(capitals)).join('')
  return name.endsWith('S') ? makeUpName(random) : name
}

/** Everything that is in the field while a text is typed, from its first letter or digit on. */
export const toPrefixes = (text: string): string[] =>
  Array.from(text, (_, index) => text.slice(0, index + 1)).filter(
    (typed) => /[\p{L}\p{N}]/u.test(typed) && !typed.endsWith(' '),
  )
