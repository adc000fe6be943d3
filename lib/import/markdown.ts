import { GFM, parser } from '@lezer/markdown'
import type { Line } from './layout.ts'
import { unreadable } from './table.ts'

const markdown = parser.configure(GFM)

/** The line below the header of a table. Its length is bounded, because it is sought in texts of any kind. */
const ruler = /^ {0,3}\|? *:?-+:? *(?:\| *:?-+:? *)*\|? *$/
const maxRuler = 5000

const isRuler = (line: string) =>
  line.length <= maxRuler && line.includes('-') && line.includes('|') && ruler.test(line.trimEnd())

/** How far a table is sought in a text that can be something else, in lines. */
const maxAbove = 200

const toLines = (text: string, limit?: number) => text.split(/\r\n|\r|\n/, limit)

/** What begins or ends a block of code. */
const fence = /^ {0,3}(`{3,}(?!.*`)|~{3,})/
/** What ends a table without a blank line: a heading, a block of code, a quotation or a list. */
const otherBlock = /^ {0,3}(?:#{1,6}\s|`{3}|~{3}|>|(?:[-*+]|\d{1,9}[.)])\s)/

/** Returns the index of the first table, if there is one outside of blocks of code; otherwise of the first one in these. */
function findTable(lines: readonly string[]) {
  let open = ''
  let inCode = -1
  for (const [index, line] of lines.entries()) {
    const mark = fence.exec(line)?.[1]
    if (mark && !open) open = mark
    else if (mark?.startsWith(open)) open = ''
    else if (line.includes('|') && isRuler(lines[index + 1] ?? '')) {
      if (!open) return index
      if (inCode < 0) inCode = index
    }
  }
  return inCode
}

/** Whether a text has a table in Markdown near its beginning. */
export const hasTable = (text: string): boolean =>
  findTable(toLines(text.slice(0, 100_000), maxAbove)) >= 0

/**
 * Reads the first table of a text in Markdown (GitHub Flavored Markdown, 4.10). Its lines are numbered as those of the
 * text; the line below the header is left out.
 *
 * @throws Problem `validation_failed` if there is none
 */
export function* readMarkdown(text: string): Generator<Line> {
  const lines = toLines(text)
  const start = findTable(lines)
  if (start < 0) throw unreadable('has no table in Markdown.')
  yield { row: start + 1, cells: toCells(lines[start] ?? '') }
  for (let index = start + 2; index < lines.length; index++) {
    const line = lines[index] ?? ''
    if (line.trim() === '' || otherBlock.test(line)) return
    yield { row: index + 1, cells: toCells(line) }
  }
}

/** A vertical bar after a backslash is a part of the cell, also in code. */
const toCells = (line: string) =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => toText(cell.replaceAll('\\|', '|').trim()))

/** What stands for itself instead of being shown. */
const marks =
  /^(?:EmphasisMark|CodeMark|LinkMark|StrikethroughMark|LinkTitle|HTMLTag|Comment|SuperscriptMark|SubscriptMark)$/

/** The text that people see of a cell. */
function toText(cell: string): string {
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
    else if (name === 'Entity') skipTo(from, to, entities[source] ?? source)
    else if (marks.test(name) || (name === 'URL' && /^(?:Link|Image)$/.test(parent)))
      skipTo(from, to)
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

/** Visits the parts of a text that is one paragraph, in their order. */
function walk(
  text: string,
  visit: (name: string, from: number, to: number, parent: string) => void,
) {
  // A letter before the text keeps it a paragraph, whatever it begins with.
  const shift = 2
  markdown.parse(`x ${text}`).iterate({
    enter: ({ name, from, to, node }) => {
      if (from >= shift) visit(name, from - shift, to - shift, node.parent?.name ?? '')
    },
  })
}
