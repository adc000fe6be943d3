import { namesIn } from '../glossary/alias-lists.ts'
import { linkName } from '../glossary/links.ts'
import { inChosenLanguage } from '../glossary/translated.ts'
import type { Link } from '../schemas/links.ts'
import { relationWords } from '../schemas/relations.ts'
import { describeWrong } from '../schemas/states.ts'
import { type ExportedTerm, type Format, renderParts, type TermContent } from './document.ts'

/**
 * Terms as CommonMark, with one heading per term, which says its status, and what to use instead, its full name,
 * definition, other names, category and links. Text is escaped.
 */
export const markdown: Format = {
  label: 'Markdown',
  purpose: 'To read, print or publish.',
  type: 'text/markdown; charset=utf-8',
  extension: 'md',
  statement: 'export/contents-by-name',
  languages: 'chosen',
  relations: 'names',
  render: (batches) => renderParts({ start: title, separator: '', end: '', renderBatch: toSections }, batches),
}

/** The beginning of a Markdown document of terms. */
export const title = '# Glossary\n'

/** What a document for readers shows of a term, with the name of the one that replaces it. */
type Shown = TermContent & Partial<Pick<ExportedTerm, 'replaced_by'>>

const toSections = (terms: readonly Shown[]) => terms.map(toSection).join('')

/** Renders terms as a whole Markdown document, with its title. */
export const toMarkdown = (terms: readonly Shown[]): string => title + toSections(terms)

/** Renders a term as a section of a Markdown document, which begins with an empty line. */
export function toSection(term: Shown): string {
  const { status, name, full_name, definition, category, aliases, links } = term
  let section = `
## ${escapeMarkdown(name)} (${status})

`
  for (const other of term.replaced_by ?? []) section += `${relationWords.replaced_by.label}: ${escapeEntry(other)}\n\n`
  if (full_name !== null) section += `**${escapeMarkdown(full_name)}**\n\n`
  const wrong = describeWrong(term)
  if (wrong !== null) section += `**${escapeMarkdown(wrong)}**\n\n`
  section += `${escapeMarkdown(definition)}\n`
  const { note } = inChosenLanguage(term)
  if (note !== undefined) section += `\n*${note}*\n`
  const others = namesIn('aliases', aliases)
  if (others.length > 0) section += `\nAlso called: ${escapeMarkdown(others.join(', '))}\n`
  const discouraged = namesIn('discouraged', aliases)
  if (discouraged.length > 0) section += `\nDiscouraged: ${escapeMarkdown(discouraged.join(', '))}\n`
  if (category !== null) section += `\nCategory: ${escapeMarkdown(category)}\n`
  if (links.length > 0) section += `\nFrom: ${links.map(toLink).join(', ')}\n`
  return section
}

const toLink = (link: Link) => `[${escapeMarkdown(linkName(link))}](<${link.url.replaceAll('\\', '%5C')}>)`

/** Text that needs no escaping: words and common punctuation. It is the fast path for most definitions. */
const plainText = /^[A-Za-z\u00c0-\u1fff][A-Za-z\d\u00c0-\u1fff ,.;'"()%?/-]*(?<! )$/

/**
 * Escapes text so that CommonMark (0.31, section 2.4) and GitHub Flavored Markdown render it unchanged. White
 * space has a meaning at both ends of a line: trailing white space is removed, and leading white space is
 * written as entities.
 */
export function escapeMarkdown(text: string): string {
  const escaped = plainText.test(text) ? text : escapeLines(text)
  return escaped.replace(/(www)\./gi, '$1\\.')
}

const escapeLines = (text: string) =>
  text
    .split(/\r\n?|\n/)
    .map((line) => escapeLine(line.trimEnd()))
    .join('\n')

function escapeLine(line: string) {
  return line
    .replace(/[\\`*_[\]<>~|&!@]/g, '\\$&')
    .replace(/^(\s*)([-#+=:])/, '$1\\$2')
    .replace(/(\s)(#+)$/, '$1\\$2')
    .replace(/^(\s*\d+)([.)])/, '$1\\$2')
    .replace(/(https?|ftp|mailto|xmpp):/gi, '$1\\:')
    .replace(/^[ \t]+/, (space) => space.replaceAll(' ', '&#32;').replaceAll('\t', '&#9;'))
}

/** A character that no reader of Markdown gives a meaning. */
export const toEntity = (character: string) => `&#${character.codePointAt(0)};`

/** Escapes what separates the entries of a list or is around them. */
export function escapeEntry(name: string) {
  const escaped = escapeMarkdown(name).replace(/\\.|[(),;]|\.$/g, (text) => (text.length > 1 ? text : `\\${text}`))
  return escaped.replaceAll('\\<', '&lt;').replace(/^["“'‘]|[\x85\u2028\u2029]/g, toEntity)
}
