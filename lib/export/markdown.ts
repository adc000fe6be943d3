import type { Term } from '../schemas/term.ts'

/**
 * Renders terms as CommonMark: one heading a term, then full name, definition, category. Whatever people
 * wrote stays text.
 */
export function toMarkdown(terms: readonly Term[]): string {
  return ['# Glossary\n', ...terms.map(toSection)].join('\n')
}

function toSection({ name, full_name, definition, category }: Term) {
  const parts = [`## ${escapeMarkdown(name)}`]
  if (full_name !== null) parts.push(`**${escapeMarkdown(full_name)}**`)
  parts.push(escapeMarkdown(definition))
  if (category !== null) parts.push(`Category: ${escapeMarkdown(category)}`)
  return `${parts.join('\n\n')}\n`
}

/**
 * Escapes text so that CommonMark, with the extensions of GitHub's flavour, renders it as it was written
 * (CommonMark 0.31, section 2.4). White space at the ends of lines has a meaning too and is dropped or,
 * where it stands first, written as an entity.
 */
export function escapeMarkdown(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map((line) => escapeLine(line.trimEnd()))
    .join('\n')
}

function escapeLine(line: string) {
  return line
    .replace(/[\\`*_[\]<>~|&!]/g, '\\$&')
    .replace(/^(\s*)(#+|[-+=:])/, '$1\\$2')
    .replace(/(\s)(#+)$/, '$1\\$2')
    .replace(/^(\s*\d+)([.)])/, '$1\\$2')
    .replace(/(https?|ftp|mailto|xmpp):/gi, '$1\\:')
    .replace(/(www)\./gi, '$1\\.')
    .replace(/@/g, '\\@')
    .replace(/^[ \t]+/, (space) => space.replaceAll(' ', '&#32;').replaceAll('\t', '&#9;'))
}
