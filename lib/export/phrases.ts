import { namesIn } from '../glossary/alias-lists.ts'
import { parseJson } from '../json-text.ts'
import { isEnglishWord } from '../lookup/english-words.ts'
import type { Batches, ExportedTerm, Format, PhraseList } from './document.ts'
import { onlyNew } from './words.ts'

/** A name, and what a machine writes for it. */
type Phrase = { write: string; heard: string[] }

/** Services that take phrases refuse longer ones. */
const maxPhrase = 50
/** Between the names of a prompt. */
const comma = ', '

/** How a list is written: what is around it, and around each name. */
const styles: Record<PhraseList['as'], { start: string; separator: string; end: string; write(each: Phrase): string }> =
  {
    lines: { start: '', separator: '', end: '', write: ({ write }) => `${write}\n` },
    prompt: { start: '', separator: comma, end: '', write: ({ write }) => write },
    json: { start: '[', separator: ',\n', end: ']\n', write: (phrase) => JSON.stringify(phrase) },
  }

/** What a speech-to-text model should expect: the names of terms, the most important first (contract, section 22). */
export const phrases: Format = {
  label: 'Phrases',
  purpose: 'Names that a speech-to-text model should expect, the most important first.',
  type: 'text/plain; charset=utf-8',
  extension: 'txt',
  fileName: 'phrases',
  statement: 'export/phrases',
  languages: 'chosen',
  async *render(batches, { phrases: list }) {
    const { start, separator, end, write } = styles[list.as]
    yield start
    let isFirst = true
    for await (const chosen of choose(batches, list)) {
      const text = chosen.map(write).join(separator)
      yield text === '' || isFirst ? text : separator + text
      isFirst &&= text === ''
    }
    yield end
  },
}

/** Chooses each name once, as far as the list may go. */
async function* choose(batches: Batches, { as, limit, chars }: PhraseList): AsyncGenerator<Phrase[]> {
  const isNew = onlyNew()
  let [names, length] = [0, -comma.length]
  for await (const batch of batches) {
    const found = batch.map(parseJson).flatMap(toPhrases)
    // A second meaning of a name can be heard in other ways.
    const distinct = found.filter(({ write, heard }) => isNew(write) || (as === 'json' && heard.length > 0))
    const end = distinct.findIndex(({ write }) => {
      length += comma.length + write.length
      return ++names > (limit ?? Infinity) || length > (chars ?? Infinity)
    })
    yield end < 0 ? distinct : distinct.slice(0, end)
    if (end >= 0) return
  }
}

/** The phrases of a term. Misspellings are what is heard for its name, in the language of the glossary. */
function toPhrases({ name, aliases, original_name: own = name }: ExportedTerm): Phrase[] {
  const heard = namesIn('misspellings', aliases).filter(isShort)
  return [name, ...namesIn('aliases', aliases)]
    .filter((each) => isShort(each) && !isEnglishWord(each))
    .map((write) => ({ write, heard: write === own ? heard : [] }))
}

const isShort = (name: string) => [...name].length <= maxPhrase
