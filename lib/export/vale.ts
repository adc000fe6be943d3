import { namesIn } from '../glossary/alias-lists.ts'
import { parseJson } from '../json-text.ts'
import { type Format, printable, type TermContent } from './document.ts'
import { pluralEndings } from './plurals.ts'
import { createZip } from './zip.ts'

/** Vale requires that the folder is called like the file, or like the last part of the URL. */
const folder = 'vale'

const settings = `StylesPath = styles
Vocab = Glossary

[*]
BasedOnStyles = Vale, Glossary
`

const rule = {
  extends: 'substitution',
  message: "Use '%s' instead of '%s'.",
  level: 'warning',
}

/** A package for Vale: a vocabulary of the names and other names, each once, and a style that replaces discouraged names. */
export const vale: Format = {
  label: 'Vale',
  purpose: 'A package for Vale, which checks the wording of documents.',
  type: 'application/zip',
  extension: 'zip',
  fileName: folder,
  statement: 'export/contents-by-name',
  async *render(batches) {
    const [{ dump }, { takeChunks, addFile, end }] = await Promise.all([
      import('js-yaml'),
      createZip(),
    ])
    const swap = new Map<string, Set<string>>()
    addFile(`${folder}/.vale.ini`)(settings, true)
    const accept = addFile(`${folder}/styles/config/vocabularies/Glossary/accept.txt`)
    const accepted = new Set<string>()
    for await (const batch of batches) {
      const terms = batch.map(parseJson)
      const found = new Set(terms.flatMap(acceptedBy).map(toLine))
      const lines = [...found].filter((line) => !accepted.has(line))
      for (const line of lines) accepted.add(line)
      accept(lines.join(''))
      for (const term of terms) addSubstitutions(swap, term)
      yield takeChunks()
    }
    accept('', true)
    const swaps = [...swap].map(([from, to]) => [from, [...to].join('|')])
    const yaml = dump({ ...rule, swap: Object.fromEntries(swaps) }, { lineWidth: -1 })
    addFile(`${folder}/styles/Glossary/Terms.yml`)(yaml, true)
    end()
    yield takeChunks()
  },
}

const acceptedBy = ({ name, aliases }: TermContent) => [name, ...namesIn('aliases', aliases)]

const toLine = (name: string) =>
  `${isExact(name) ? '' : '(?i)'}${escapePattern(name)}${pluralPattern(name)}\n`

function pluralPattern(name: string) {
  const endings = pluralEndings(name)
  return endings.length > 1
    ? `(?:${endings.join('|')})?`
    : endings.map((ending) => `${ending}?`).join('')
}

function addSubstitutions(swap: Map<string, Set<string>>, { name, aliases }: TermContent) {
  for (const alias of namesIn('discouraged', aliases)) {
    const pattern = isExact(alias) ? escapePattern(alias) : `(?i:${escapePattern(alias)})`
    swap.set(pattern, (swap.get(pattern) ?? new Set()).add(printable(name)))
  }
}

/** Whether a name is right only as written: without a lower-case letter, or with a capital within a word. */
const isExact = (name: string) => !/\p{Ll}/u.test(name) || /[\p{L}\p{N}]\p{Lu}/u.test(name)

/** Entries of a vocabulary are patterns, and a line that begins with "# " is a comment. */
const escapePattern = (name: string) =>
  printable(name)
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    .replace(/^#/, '[#]')
