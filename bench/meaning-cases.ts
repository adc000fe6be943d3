import { type Definition, toMeaningKey } from './definitions.ts'

/** A meaning of an acronym in the training part of a corpus. */
export type TrainedMeaning = {
  name: string
  full_name: string
  /** the longest sentence that defines it, as the one that says most about it */
  definition: string
  /** how many documents define the acronym so */
  documents: number
}

/** A text with an acronym, and what it means there. */
export type MeaningCase = {
  name: string
  full_name: string
  text: string
  /** whether no earlier case has the same meaning */
  isFirst: boolean
}

/** A longer sentence is a list or a figure. */
const maxSentence = 400
/** A meaning that only one document has may be a mistake of ours. */
const minDocuments = 2

/**
 * Makes a glossary of the first documents, and cases of the others: acronyms with several meanings in the glossary,
 * one of which the document defines. A sentence that the glossary has as a definition is no case.
 *
 * @param documents the definitions of each document; the last fifth is held out
 */
export function toMeaningCases(documents: readonly Definition[][]): {
  meanings: TrainedMeaning[]
  cases: MeaningCase[]
} {
  const split = Math.floor(documents.length * 0.8)
  const meanings = toMeanings(documents.slice(0, split).flat())
  const count = new Map<string, number>()
  for (const { name } of meanings.values()) count.set(name, (count.get(name) ?? 0) + 1)
  const asked = new Set<string>()
  const cases = documents.slice(split).flatMap((definitions) =>
    definitions.flatMap((definition) => {
      const key = keyOf(definition)
      const meaning = meanings.get(key)
      const isAmbiguous = (count.get(definition.acronym) ?? 0) > 1
      if (!meaning || !isAmbiguous || meaning.definition === definition.sentence) return []
      const isFirst = !asked.has(key)
      asked.add(key)
      const { name, full_name } = meaning
      return [{ name, full_name, text: definition.context, isFirst }]
    }),
  )
  return { meanings: [...meanings.values()], cases }
}

const keyOf = ({ acronym, full_name }: Definition) => JSON.stringify([acronym, toMeaningKey(full_name)])

function toMeanings(definitions: readonly Definition[]) {
  const grouped = new Map<string, Definition[]>()
  for (const definition of definitions) {
    const key = keyOf(definition)
    grouped.set(key, [...(grouped.get(key) ?? []), definition])
  }
  const meanings = new Map<string, TrainedMeaning>()
  for (const [key, group] of grouped) {
    const [longest] = group
      .filter(({ sentence }) => sentence.length <= maxSentence)
      .sort((a, b) => b.sentence.length - a.sentence.length)
    if (!longest || group.length < minDocuments) continue
    const { acronym: name, full_name, sentence: definition } = longest
    meanings.set(key, { name, full_name, definition, documents: group.length })
  }
  return meanings
}
