import type { Acronym } from './acronym-list.ts'
import { createRandom } from './data.ts'
import {
  exactForms,
  fullNameForms,
  looseForms,
  madeUpForms,
  makeUpName,
  type NameForm,
  toPrefixes,
  toTypoForms,
} from './lookup-forms.ts'
import type { Answer } from './lookup-surfaces.ts'
import { createNameIndex, type NameIndex } from './name-index.ts'

/** A question, and whether an answer that has room for `limit` terms is right. */
export type Case = { question: string; isRight: (answer: Answer, limit: number) => boolean }

/** The cases of one form. */
export type Group = {
  label: string
  cases: Case[]
  /** how many names were left out, because in this form they are other names of the list */
  excluded: number
  /** whether only lists are asked */
  lists?: boolean
}

/** How many names are made up, and how many full names are typed letter by letter. */
const madeUpNames = 800
const typedFullNames = 200

/**
 * Asks about a list of acronyms in every form.
 *
 * @param every only every nth row of the list is asked about
 */
export function* toGroups(acronyms: readonly Acronym[], every: number): Generator<Group> {
  const index = createNameIndex(acronyms)
  const sample = acronyms.filter((_, i) => i % every === 0)
  const names = distinct(sample.map(({ name }) => name))
  const fullNames = distinct(sample.map(({ full_name }) => full_name))
  const random = createRandom(1)
  const group = toGroup(index)

  for (const form of exactForms) yield group(form, names, inTypedCase(index))
  const caseOnly = { ...exactForms[0], label: 'as it is; names that differ only in case' } as NameForm
  yield group(caseOnly, index.caseVariants, inTypedCase(index))
  for (const form of looseForms) {
    yield group(
      form,
      names,
      (name) =>
        ({ found }, limit) =>
          index.startsWithMeanings(found, name, limit),
    )
  }
  for (const form of fullNameForms) {
    yield group(
      form,
      fullNames,
      (fullName) =>
        ({ found: [first] }) =>
          index.isCalled(first, fullName),
    )
  }
  for (const form of toTypoForms(random)) {
    yield group(form, fullNames, (fullName) => ({ found, suggested }) => {
      const names = suggested.map((name) => ({ name, full_name: null }))
      return [...found, ...names].slice(0, 3).some((term) => index.isCalled(term, fullName))
    })
  }
  const madeUp = Array.from({ length: madeUpNames }, () => makeUpName(random))
  for (const form of madeUpForms) {
    yield group(
      form,
      madeUp,
      () =>
        ({ found }) =>
          found.length === 0,
    )
  }
  yield typeFullNames(index, fullNames)
}

const distinct = (texts: readonly string[]) => [...new Set(texts)]

/** Whether all meanings of the name come first, and among them those in the case typed. */
const inTypedCase =
  (index: NameIndex) =>
  (name: string, written: string): Case['isRight'] =>
  ({ found }, limit) =>
    index.startsWithMeanings(found, name, limit) &&
    (found[0]?.name === written.trim() || !index.isListed(written.trim()))

/** Asks about names in a form, except where the form is another name of the list. */
const toGroup =
  (index: NameIndex) =>
  (
    { label, write, ask }: NameForm,
    names: readonly string[],
    toCheck: (name: string, written: string) => Case['isRight'],
  ): Group => {
    const all = names.flatMap((name) => {
      const written = write(name)
      return written === null ? [] : [{ name, written }]
    })
    const clear = all.filter(({ name, written }) => !index.isOtherName(written, name))
    const cases = clear.map(({ name, written }) => ({ question: ask(written), isRight: toCheck(name, written) }))
    return { label, cases, excluded: all.length - clear.length }
  }

/** While a full name is typed, a list must never be empty, nor begin with a term that the text excludes. */
function typeFullNames(index: NameIndex, fullNames: readonly string[]): Group {
  const step = Math.ceil(fullNames.length / typedFullNames)
  const typed = fullNames.filter((_, i) => i % step === 0).flatMap(toPrefixes)
  const cases = typed.map((question) => ({
    question,
    isRight: ({ found: [first] }: Answer) => index.canBecome(question, first),
  }))
  return { label: 'full name, letter by letter', cases, excluded: 0, lists: true }
}
