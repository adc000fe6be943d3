import type { Line } from './layout.ts'
import { readCells, toText } from './markdown.ts'

/** A line of a text in Markdown that is no heading and in no table. */
export type TextLine = {
  kind: 'line'
  row: number
  text: string
  /** the line below it */
  next: string
  /** whether it begins a paragraph or an item of a list */
  isFirst: boolean
  /** whether it is in a block of code, which is never read */
  isCode: boolean
}

export type Heading = { kind: 'heading'; row: number; title: string; level: number }

/** A table with the heading above it. Its lines are numbered as those of the text; the ruler is left out. */
export type TableBlock = { kind: 'table'; row: number; title: string | null; lines: Line[] }

export type Block = TextLine | Heading | TableBlock

/** The longest line that is read: no text of a term is longer. */
const maxLine = 20_000

/** The line below the header of a table. Its length is bounded, because it is sought in texts of any kind. */
const ruler = /^ {0,3}\|? *:?-+:? *(?:[|+] *:?-+:? *)*\|? *$/
const maxRuler = 5000

const isRuler = (line: string) =>
  line.length <= maxRuler && line.includes('-') && /[|+]/.test(line) && ruler.test(line.trimEnd())

/** What begins or ends a block of code. */
const fence = /^ {0,3}(`{3,}(?!.*`)|~{3,})/
/** What ends a table without a blank line: a heading, a block of code, a quotation or a list. */
const otherBlock = /^ {0,3}(?:#{1,6}\s|`{3}|~{3}|>|(?:[-*+]|\d{1,9}[.)])\s)/
/** What underlines a heading. */
const underline = /^ {0,3}(?:={3,}|-{3,})[ \t]{0,9}$/
/** What separates parts. */
const rule = /^ {0,3}(?:\*[ ]?){3,}$/
/** What begins an item of a list. */
export const item = /^[ \t]{0,20}(?:[-*+•▪]|\d{1,5}[.)])[ \t]/
/** The box of an item that can be ticked. */
const box = /^([ \t]{0,20}(?:[-*+]|\d{1,5}[.)])[ \t]{1,9})\[[ xX]\][ \t]{1,9}/
/** The ID of a heading: `{#qza}`, `{: .class}` */
const attributes = /[ \t]{1,9}\{[:#.][^{}]{0,200}\}$/

/** What a line begins with that is more than text, or underlines one. */
const special = /^ {0,3}[#`~=*-]/

/** The blocks of a text in Markdown, to be read again each time, as a large text has many. */
export type Blocks = Iterable<Block>

/** The blocks of a text in Markdown (GitHub Flavored Markdown). What only separates them is left out. */
export const readBlocks = (lines: readonly string[]): Blocks => ({
  *[Symbol.iterator]() {
    let [code, isFirst] = ['', true]
    let title: string | null = null
    for (let index = 0; index < lines.length; index++) {
      const [text, next, row] = [lineAt(lines, index).trimEnd(), lineAt(lines, index + 1), index + 1]
      const isSpecial = special.test(text)
      const mark = isSpecial ? fence.exec(text)?.[1] : undefined
      if (mark && (code ? mark.startsWith(code) : isClosed(lines, index, mark))) {
        code = code ? '' : mark
        isFirst = true
        continue
      }
      const isTable = !code && text.includes('|') && isRuler(next)
      const heading = code || isTable || !(isSpecial || special.test(next)) ? undefined : readHeading(text, next)
      if (isTable) {
        const table = readTable(lines, index)
        yield { kind: 'table', row, title, lines: table }
        index = Math.max(index + 1, (table.at(-1)?.row ?? row) - 1)
      } else if (heading) {
        title = toText(heading.title)
        yield { kind: 'heading', row, ...heading }
      } else if (code || !isSpecial || !(underline.test(text) || rule.test(text))) {
        const own = code ? text : text.replace(box, '$1')
        yield { kind: 'line', row, text: own, next, isFirst: isFirst || item.test(text), isCode: code !== '' }
        isFirst = text === ''
        continue
      }
      isFirst = true
    }
  },
})

const lineAt = (lines: readonly string[], index: number) => (lines[index] ?? '').slice(0, maxLine)

/** Whether a block of code ends. One that does not is none: it would hide the rest of the text. */
function isClosed(lines: readonly string[], start: number, mark: string) {
  for (let index = start + 1; index < lines.length; index++)
    if (fence.exec(lines[index] ?? '')?.[1]?.startsWith(mark)) return true
  return false
}

/** The text and the level of a heading; undefined for other lines. */
function readHeading(text: string, next: string): { title: string; level: number } | undefined {
  const [, marks, title] = /^ {0,3}(#{1,6})[ \t]{1,9}(.*?)(?:[ \t]{1,9}#+)?[ \t]{0,9}$/.exec(text) ?? []
  if (marks && title) return { title: title.replace(attributes, ''), level: marks.length }
  if (!underline.test(next) || !/^[^\s|>#-]/.test(text)) return undefined
  return { title: text.trim().replace(attributes, ''), level: next.includes('=') ? 1 : 2 }
}

function readTable(lines: readonly string[], start: number): Line[] {
  const table = [{ row: start + 1, cells: toCells(lines[start] ?? '') }]
  for (let index = start + 2; index < lines.length; index++) {
    const line = lines[index] ?? ''
    if (line.trim() === '' || otherBlock.test(line)) break
    table.push({ row: index + 1, cells: toCells(line) })
  }
  return readCells(table)
}

/** A vertical bar after a backslash is a part of the cell, also in code. */
const toCells = (line: string) =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|'))

/**
 * The titles of sections in which no block is used, nor in the sections below them.
 *
 * @param used the rows of blocks
 */
export function unusedSections(blocks: Blocks, used: ReadonlySet<number>): string[] {
  const sections: (Heading & { isUsed: boolean })[] = []
  let path: typeof sections = []
  for (const block of blocks) {
    if (used.has(block.row)) for (const section of path) section.isUsed = true
    if (block.kind !== 'heading' || used.has(block.row)) continue
    const section = { ...block, isUsed: false }
    path = [...path.filter(({ level }) => level < block.level), section]
    sections.push(section)
  }
  return sections.flatMap(({ title, isUsed }) => (isUsed ? [] : toText(title)))
}
