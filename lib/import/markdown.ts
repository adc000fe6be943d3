import { GFM, parser } from '@lezer/markdown'
import { linkOf, writeLinks } from '../glossary/links.ts'
import { readHeader } from './headers.ts'
import type { Line } from './layout.ts'

const markdown = parser.configure(GFM)

/** The line below the header of a table. Its length is bounded, because it is sought in texts of any kind. */
const ruler = /^ {0,3}\|? *:?-+:? *(?:[|+] *:?-+:? *)*\|? *$/
const maxRuler = 5000

const isRuler = (line: string) =>
  line.length <= maxRuler && line.includes('-') && /[|+]/.test(line) && ruler.test(line.trimEnd())

/** How far a table is sought in a text that can be something else, in lines. */
const maxAbove = 200

/** What begins or ends a block of code. */
export const fence = /^ {0,3}(`{3,}(?!.*`)|~{3,})/
/** What ends a table without a blank line: a heading, a block of code, a quotation or a list. */
const otherBlock = /^ {0,3}(?:#{1,6}\s|`{3}|~{3}|>|(?:[-*+]|\d{1,9}[.)])\s)/

/** A table with the heading above it. */
type MarkdownTable = { title: string | null; lines: Line[] }

/** What a text in Markdown has. */
type Tables = {
  tables: MarkdownTable[]
  /** the lines below the first table that are in no table, and no heading */
  others: string[]
}

/** Whether a text has a table in Markdown near its beginning. */
export const hasTable = (text: string): boolean =>
  readTables(text.slice(0, 100_000).split(/\r\n|\r|\n/, maxAbove)).tables.length > 0

/**
 * Reads the tables of a text in Markdown (GitHub Flavored Markdown, 4.10): those in blocks of code only if there are no
 * others. Their lines are numbered as those of the text; the line below the header is left out.
 */
export function readTables(lines: readonly string[]): Tables {
  const [outside, inCode]: [MarkdownTable[], MarkdownTable[]] = [[], []]
  const others: string[] = []
  let [open, title]: [string, string | null] = ['', null]
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ''
    const mark = fence.exec(line)?.[1]
    const heading = open ? undefined : readTitle(line, lines[index + 1] ?? '')
    if (mark && !open) open = mark
    else if (mark?.startsWith(open)) open = ''
    else if (line.includes('|') && isRuler(lines[index + 1] ?? '')) {
      const table = readTable(lines, index)
      if (open) inCode.push({ title, lines: table })
      else outside.push({ title, lines: table })
      index = (table.at(-1)?.row ?? index) - 1
      if (table.length === 1) index++
    } else if (heading) title = toText(heading.title)
    else if (outside.length > 0 && line.trim() !== '' && !open && !/^ {0,3}(?:-+|=+)\s*$/.test(line))
      others.push(line.trim())
  }
  return { tables: outside.length > 0 ? outside : inCode, others }
}

/** What underlines a heading. */
export const underline = /^ {0,3}(?:={3,}|-{3,})[ \t]{0,9}$/

/** The text and the level of a heading; undefined for other lines. */
export function readTitle(text: string, next: string): { title: string; level: number } | undefined {
  const [, marks, title] = /^ {0,3}(#{1,6})[ \t]{1,9}(.*?)(?:[ \t]{1,9}#+)?[ \t]{0,9}$/.exec(text) ?? []
  if (marks && title) return { title, level: marks.length }
  if (!underline.test(next) || !/^[^\s|>#-]/.test(text)) return undefined
  return { title: text.trim(), level: next.includes('=') ? 1 : 2 }
}

function readTable(lines: readonly string[], start: number): Line[] {
  const header = toCells(lines[start] ?? '')
  const read = cellReader(header)
  const table = [{ row: start + 1, cells: header }]
  for (let index = start + 2; index < lines.length; index++) {
    const line = lines[index] ?? ''
    if (line.trim() === '' || otherBlock.test(line)) break
    table.push({ row: index + 1, cells: toCells(line, read) })
  }
  return table
}

/** Reads the cells of a table: those of a column of links with their addresses. */
export function cellReader(header: readonly string[]): (cell: string, column: number) => string {
  const areLinks = header.map((cell) => readHeader(cell)?.field === 'links')
  return (cell, column) => (areLinks[column] ? toLinks : toText)(cell)
}

/** A vertical bar after a backslash is a part of the cell, also in code. */
const toCells = (line: string, read: (cell: string, column: number) => string = toText) =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell, column) => read(cell.replaceAll('\\|', '|').trim(), column))

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
