import { namesIn } from '../glossary/alias-lists.ts'
import { parseJson } from '../json-text.ts'
import { fold } from '../schemas/text.ts'
import { type ExportedTerm, type Format, printable } from './document.ts'
import { pluralEndings } from './words.ts'
import { createZip } from './zip.ts'

/** Vale requires that the folder is called like the file, or like the last part of the URL. */
const folder = 'vale'

const settings = `StylesPath = styles
Vocab = Glossary

[*]
BasedOnStyles = Vale, Glossary
`

const rule = { extends: 'substitution', message: "Use '%s' instead of '%s'.", level: 'warning' }

/**
 * A package for Vale: a vocabulary of the names and other names, each once, and a style that replaces discouraged
 * names.
 */
export const vale: Format = {
  label: 'Vale',
  purpose: 'A package for Vale, which checks the wording of documents.',
  type: 'application/zip',
  extension: 'zip',
  fileName: folder,
  statement: 'export/contents-by-name',
  relations: 'links',
  async *render(batches) {
    const [{ dump }, { takeChunks, addFile, end }] = await Promise.all([import('js-yaml'), createZip()])
    const swap: Swap = new Map()
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
    // A name that another meaning has rightly is no mistake.
    const swaps = [...swap].flatMap(([from, { line, names }]) =>
      accepted.has(line) ? [] : [[from, [...names].join('|')]],
    )
    const yaml = dump({ ...rule, swap: Object.fromEntries(swaps) }, { lineWidth: -1 })
    addFile(`${folder}/styles/Glossary/Terms.yml`)(yaml, true)
    end()
    yield takeChunks()
  },
}

const acceptedBy = ({ name, aliases, replaced_by }: ExportedTerm) => [
  ...(replaced_by.length > 0 ? [] : [name]),
  ...namesIn('aliases', aliases),
]

/** What to say instead of the names that a pattern finds, and the line that would accept them. */
type Swap = Map<string, { line: string; names: Set<string> }>

const toLine = (name: string) => `${isExact(name) ? '' : '(?i)'}${escapePattern(name)}${pluralPattern(name)}\n`

function pluralPattern(name: string) {
  const endings = pluralEndings(name)
  return endings.length > 1 ? `(?:${endings.join('|')})?` : endings.map((ending) => `${ending}?`).join('')
}

/** Replaces discouraged names, and the name of a term that another one replaces. */
function addSubstitutions(swap: Swap, { name, aliases, related = [] }: ExportedTerm) {
  const [replacing] = related.filter(({ kind }) => kind === 'replaced_by')
  const say = replacing?.name ?? name
  for (const alias of [...(replacing ? [name] : []), ...namesIn('discouraged', aliases)]) {
    if (fold(alias) === fold(say)) continue
    const pattern = isExact(alias) ? escapePattern(alias) : `(?i:${escapePattern(alias)})`
    const { line = toLine(alias), names = new Set<string>() } = swap.get(pattern) ?? {}
    swap.set(pattern, { line, names: names.add(printable(say)) })
  }
}

/** Whether a name is right only as written: without a lower-case letter, or with a capital within a word. */
const isExact = (name: string) => !/\p{Ll}/u.test(name) || /[\p{L}\p{N}]\p{Lu}/u.test(name)

/** Entries of a vocabulary are patterns, and a line that begins with "# " is a comment. */
const escapePattern = (name: string) =>
  printable(name)
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    .replace(/^#/, '[#]')
