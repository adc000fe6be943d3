import { namesIn } from '../glossary/alias-lists.ts'
import { writeOrigin } from '../glossary/context-file.ts'
import { parseJson } from '../json-text.ts'
import { labelledKinds } from '../schemas/relations.ts'
import type { ExportedTerm, Format } from './document.ts'
import { escapeEntry, escapeMarkdown, toEntity } from './markdown.ts'

/**
 * The `CONTEXT.md` of a repository, as coding agents read it (contract, section 21). A definition is one line, whatever
 * it has, so that a change of a term is a change of one line.
 */
export const context: Format = {
  label: 'CONTEXT.md',
  purpose: 'For a repository: coding agents read there which words to use.',
  type: 'text/markdown; charset=utf-8',
  extension: 'md',
  fileName: 'CONTEXT',
  statement: 'export/contents-by-category',
  languages: 'chosen',
  relations: 'names',
  async *render(batches, { appUrl, category: chosen }) {
    let heading: string | null | undefined
    for await (const batch of batches) {
      let text = ''
      for (const term of batch.map(parseJson)) {
        if (heading === undefined) {
          heading = chosen === null ? null : term.category
          text += writeStart(appUrl, heading)
        }
        if (term.category !== heading) text += `\n### ${escapeInline(term.category ?? '')}\n`
        heading = term.category
        text += writeTerm(term)
      }
      yield text
    }
    if (heading === undefined) yield writeStart(appUrl, chosen)
  },
}

const writeStart = (appUrl: string, category: string | null) =>
  `# ${category === null ? 'Glossary' : escapeInline(category)}\n\n${writeOrigin(appUrl, category)}\n\n## Language\n`

function writeTerm({ name, full_name, definition, aliases, status, translation, ...related }: ExportedTerm) {
  const spelled = full_name === null ? '' : ` (${escapeEntry(full_name)})`
  let text = `\n**${escapeName(name)}**${spelled}:\n${toParagraph(definition)}\n`
  for (const [label, names] of [
    ['Avoid', namesIn('discouraged', aliases)],
    ...labelledKinds.map(([kind, label]) => [label, related[kind]] as const),
  ] as const)
    if (names.length > 0) text += `_${label}_: ${names.map(escapeEntry).join(', ')}\n`
  if (status !== 'official') text += `_Status_: ${status}\n`
  if (translation?.is_outdated) text += '_Translation_: out of date\n'
  return text
}

/**
 * Escapes a text of one line. What could be HTML or the end of a line is an entity, which no reader of lines takes for
 * one.
 */
const escapeInline = (text: string) =>
  escapeMarkdown(text)
    .replaceAll('\\<', '&lt;')
    .replace(/[\x85\u2028\u2029]/g, toEntity)

/** A colon at the end of a name would be taken for the one behind it. */
const escapeName = (name: string) =>
  escapeInline(name)
    .replace(/(?<!\\):$/, '\\:')
    .replace(/：$/, toEntity)

/** A text of several lines as one. A colon behind its first words would make a label of them. */
const toParagraph = (text: string) =>
  text
    .split(/(\r\n|\r|\n)/)
    .map((part, index) => lineEnds[part] ?? escapePart(part, index === 0))
    .join('')
    .replace(/^([\p{L}\s]{2,45})([:：])/u, (_, label, colon) => label + toEntity(colon))

/**
 * A line of a text, with the spaces at its end. What has a meaning at the beginning of a line has none in the middle of
 * one.
 */
const escapePart = (part: string, isFirst: boolean) =>
  (isFirst ? escapeInline(part) : escapeInline(`x${part}`).slice(1)) + part.slice(part.trimEnd().length)

const lineEnds: Record<string, string> = { '\n': '<br>', '\r\n': '&#13;<br>', '\r': '&#13;' }
