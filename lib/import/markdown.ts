import { GFM, parser } from '@lezer/markdown'
import { linkOf, writeLinks } from '../glossary/links.ts'
import { readHeader } from './headers.ts'
import type { Line } from './layout.ts'

const markdown = parser.configure(GFM)

/** Reads the cells of a table: those of a column of links with their addresses. */
export function readCells(rows: readonly Line[]): Line[] {
  const header = (rows[0]?.cells ?? []).map((cell) => toText(cell.trim()))
  const areLinks = header.map((text, column) => {
    const field = readHeader(text)?.field
    const filled = rows.slice(1).flatMap(({ cells }) => cells[column]?.trim() || [])
    const links = filled.filter((cell) => /^(?:<?https?:|\[[^\][]{0,200}\]\(<?https?:)\S{1,2000}$/.test(cell))
    return field === 'links' || (field === undefined && links.length > filled.length / 2)
  })
  return rows.map(({ row, cells }, index) => ({
    row,
    cells: index === 0 ? header : cells.map((cell, column) => (areLinks[column] ? toLinks : toText)(cell.trim())),
  }))
}

/** A link, whose parts are bounded, because it is sought in texts of any kind. */
const markdownLink =
  /\[((?:\\.|[^\][\\]){0,200})\]\((?:<([^<>\n]{0,2000})>|([^()<>\s]{0,2000}(?:\([^()\s]{0,200}\)[^()\s]{0,200}){0,5}))(?:\s{1,5}"[^"\n]{0,200}")?\)/g

/** The links of a cell, as `readLinks` reads them, and what else people see of it. */
export function toLinks(cell: string): string {
  const links = [...cell.matchAll(markdownLink)].map(([, text = '', inBrackets, plain = '']) =>
    linkOf(inBrackets ?? plain, toText(text)),
  )
  const rest = toText(cell.replace(markdownLink, ';')).replace(/^[\s;,]+|[\s;,]+$/g, '')
  return [writeLinks(links), rest].filter(Boolean).join(';')
}

/** What stands for itself instead of being shown. */
const marks = /^(?:EmphasisMark|CodeMark|LinkMark|StrikethroughMark|HTMLTag|Comment|SuperscriptMark|SubscriptMark)$/

/** The text that people see of a cell. */
export function toText(cell: string): string {
  if (!/[\\*_`[<&~]/.test(cell)) return cell
  const parts: string[] = []
  let end = 0
  const skipTo = (from: number, to: number, instead = '') => {
    if (from < end) return
    parts.push(cell.slice(end, from), instead)
    end = to
  }
  const visit = (name: string, from: number, to: number, parent: string) => {
    const source = cell.slice(from, to)
    if (name === 'HTMLTag' && /^<br/i.test(source)) skipTo(from, to, '\n')
    else if (name === 'Escape') skipTo(from, to, source.slice(1))
    else if (name === 'Entity') skipTo(from, to, entities[source] ?? decode(source))
    else if (name === 'LinkTitle') skipTo(cell.slice(0, from).trimEnd().length, to)
    else if (marks.test(name) || (name === 'URL' && /^(?:Link|Image)$/.test(parent))) skipTo(from, to)
  }
  walk(cell, visit)
  parts.push(cell.slice(end))
  return parts.join('').trim()
}

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&apos;': "'",
  '&nbsp;': ' ',
  '&#124;': '|',
  '&vert;': '|',
}

/** The character that an entity stands for by its number; other entities stay. */
function decode(entity: string) {
  const code = Number(/^&#(\d{1,7});$/.exec(entity)?.[1])
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity
}

/** Visits the parts of a text that is one paragraph, in their order. */
function walk(text: string, visit: (name: string, from: number, to: number, parent: string) => void) {
  // A letter before the text keeps it a paragraph, whatever it begins with.
  const shift = 2
  markdown.parse(`x ${text}`).iterate({
    enter: ({ name, from, to, node }) => {
      if (from >= shift) visit(name, from - shift, to - shift, node.parent?.name ?? '')
    },
  })
}
