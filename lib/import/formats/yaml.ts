import { parseYaml } from '../documents.ts'
import type { Format } from '../format.ts'
import { readObjects } from '../objects.ts'

/** How a list of terms begins, after comments. */
const start =
  /^(?:[ \t]*(?:#.*)?\r?\n|---.*\n)*(?:(?:contexts|nodes|terms|glossary|acronyms):[ \t]*(?:#.*)?\r?\n|-? ?(?:name|term|acronym|abbreviation): .*\n)/
/** How much of a text is looked at, in UTF-16 units. */
const maxJudged = 20_000

/** What JSON can have, and the glossaries of Contextive. */
export const yaml: Format = {
  label: 'YAML',
  types: ['application/yaml', 'text/yaml', 'application/x-yaml', 'text/x-yaml'],
  endings: ['yml', 'yaml'],
  isLike: (text) => start.test(text.slice(0, maxJudged)),
  readText: (text, _, { reversed }) => ({ ...readObjects(parseYaml(text), reversed), isExact: true }),
}
