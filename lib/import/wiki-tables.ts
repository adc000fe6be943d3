import type { Grid } from './grid.ts'
import { toText } from './markdown.ts'

/** Tables of wikis and web pages, which are no Markdown: of Confluence and Jira, MediaWiki, and HTML. */
export function readWikiTables(text: string, lines: readonly string[]): Grid[] {
  const html = /<table[\s>]/i.test(text) ? readHtml(text) : []
  if (html.length > 0) return html
  const mediaWiki = readMediaWiki(lines)
  return mediaWiki.length > 0 ? mediaWiki : readConfluence(lines)
}

/** `||Acronym||Meaning||` above `|QZA|Quality Zone Audit|` */
function readConfluence(lines: readonly string[]): Grid[] {
  const tables: Grid[] = []
  let title: string | null = null
  let rows: { row: number; cells: string[] }[] = []
  for (const [index, text] of [...lines, ''].entries()) {
    const line = text.trim()
    const heading = /^h[1-6]\.\s+(.+)$/.exec(line)?.[1]
    const isHeader = /^\|\|.*\|\|$/.test(line)
    if (isHeader || (rows.length > 0 && /^\|.*\|$/.test(line))) {
      const own = line.replace(/\[([^|[\]]+)(?:\|[^[\]]*)?\]/g, '$1') // the texts of links
      const cells = own.split(isHeader ? '||' : /(?<!\\)\|/).slice(1, -1)
      rows.push({ row: index + 1, cells: cells.map((cell) => toText(cell.trim())) })
      continue
    }
    if (rows.length > 0) tables.push({ title, lines: rows })
    rows = []
    if (heading) title = heading
  }
  return tables
}

/** `{| … ! Acronym !! Meaning |- | QZA || Quality Zone Audit |}` */
function readMediaWiki(lines: readonly string[]): Grid[] {
  const tables: Grid[] = []
  let title: string | null = null
  let rows: { row: number; cells: string[] }[] | undefined
  let cells: string[] = []
  let first = 0
  const endRow = () => {
    if (cells.length > 0) rows?.push({ row: first, cells: cells.map(toWikiText) })
    cells = []
  }
  for (const [index, text] of lines.entries()) {
    const line = text.trim()
    const heading = /^={2,6}\s*(.+?)\s*={2,6}$/.exec(line)?.[1]
    if (heading) title = heading
    if (line.startsWith('{|')) rows = []
    else if (rows === undefined) continue
    else if (line.startsWith('|}')) {
      endRow()
      tables.push({ title, lines: rows })
      rows = undefined
    } else if (line.startsWith('|-')) endRow()
    else if (/^[|!](?!\+)/.test(line)) {
      if (cells.length === 0) first = index + 1
      cells.push(...line.slice(1).split(line.startsWith('!') ? /!!|\|\|/ : '||'))
    } else if (cells.length > 0) cells.push(`${cells.pop()}\n${line}`)
  }
  return tables
}

/** A cell without its attributes, and the text of its links. */
function toWikiText(cell: string) {
  const bar = cell.slice(0, 300).indexOf('|')
  const hasAttributes = /^[^[\]{}]*=[^[\]{}]*$/.test(bar < 0 ? '' : cell.slice(0, bar))
  const text = (hasAttributes ? cell.slice(bar + 1) : cell)
    .replace(/\[\[(?:[^|[\]]*\|)?([^[\]]*)\]\]/g, '$1')
    .replace(/\[https?:[^\s[\]]+ ([^[\]]*)\]/g, '$1')
    .replace(/'{2,5}/g, '')
  return toText(text.trim())
}

/** The rows of `<table>`. */
function readHtml(text: string): Grid[] {
  const tables: Grid[] = []
  for (const part of text.split(/<table(?=[\s>])/i).slice(1)) {
    const [table = ''] = part.split(/<\/table/i, 1)
    const rows = table.split(/<tr(?=[\s>])/i).slice(1)
    const lines = rows.flatMap((row, index) => {
      const cells = row.split(/<t[hd](?=[\s>])/i).slice(1)
      const texts = cells.map((cell) => toPlainText(cell.slice(cell.indexOf('>') + 1)))
      return texts.length > 0 ? [{ row: index + 1, cells: texts }] : []
    })
    if (lines.length > 0) tables.push({ title: null, lines })
  }
  return tables
}

const toPlainText = (cell: string) => toText(cell.replace(/\s+/g, ' ').trim())
