import type { Grid } from './grid.ts'
import type { Line } from './layout.ts'
import { readCells } from './markdown.ts'

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
  let rows: Line[] = []
  for (const [index, text] of [...lines, ''].entries()) {
    const line = text.trim()
    const heading = /^h[1-6]\.\s+(.+)$/.exec(line)?.[1]
    const isHeader = /^\|\|.*\|\|$/.test(line)
    if (isHeader || (rows.length > 0 && /^\|.*\|$/.test(line))) {
      const own = line
        .replace(/\[([^|[\]]+)\|(https?:[^|[\]<>\s]+)\]/g, '[$1](<$2>)')
        .replace(/\[([^|[\]]+)(?:\|[^[\]]*)?\](?!\(<http)/g, '$1') // pages, by their texts
      const cells = own.split(isHeader ? '||' : /(?<!\\)\|/).slice(1, -1)
      rows.push({ row: index + 1, cells })
      continue
    }
    if (rows.length > 0) tables.push({ title, lines: readCells(rows) })
    rows = []
    if (heading) title = heading
  }
  return tables
}

/** `{| … ! Acronym !! Meaning |- | QZA || Quality Zone Audit |}` */
function readMediaWiki(lines: readonly string[]): Grid[] {
  const tables: Grid[] = []
  let title: string | null = null
  let rows: Line[] | undefined
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
      tables.push({ title, lines: readCells(rows) })
      rows = undefined
    } else if (line.startsWith('|-')) endRow()
    else if (/^[|!](?!\+)/.test(line)) {
      if (cells.length === 0) first = index + 1
      cells.push(...line.slice(1).split(line.startsWith('!') ? /!!|\|\|/ : '||'))
    } else if (cells.length > 0) cells.push(`${cells.pop()}\n${line}`)
  }
  return tables
}

/** A cell without its attributes, and with the text of links to pages. */
function toWikiText(cell: string) {
  const bar = cell.slice(0, 300).indexOf('|')
  const hasAttributes = /^[^[\]{}]*=[^[\]{}]*$/.test(bar < 0 ? '' : cell.slice(0, bar))
  const text = (hasAttributes ? cell.slice(bar + 1) : cell)
    .replace(/\[\[(?:[^|[\]]*\|)?([^[\]]*)\]\]/g, '$1')
    .replace(/\[(https?:[^\s[\]<>]+)\]/g, '$1')
    .replace(/\[(https?:[^\s[\]<>]+) ([^[\]]*)\]/g, '[$2](<$1>)')
  return text.replace(/'{2,5}/g, '')
}

/** The rows of `<table>`. */
function readHtml(text: string): Grid[] {
  const tables: Grid[] = []
  for (const part of text.split(/<table(?=[\s>])/i).slice(1)) {
    const [table = ''] = part.split(/<\/table/i, 1)
    const rows = table.split(/<tr(?=[\s>])/i).slice(1)
    const filled = rows.flatMap((row, index) => {
      const cells = row.split(/<t[hd](?=[\s>])/i).slice(1)
      const texts = cells.map((cell) => toMarkdown(cell.slice(cell.indexOf('>') + 1)))
      return texts.length > 0 ? [{ row: index + 1, cells: texts }] : []
    })
    if (filled.length > 0) tables.push({ title: null, lines: readCells(filled) })
  }
  return tables
}

const anchor =
  /<a\s[^<>]{0,300}?href="(https?:[^"<>\s]{0,2000})"[^<>]{0,300}>([^<>]*(?:<(?!\/?a[\s>])[^<>]*>[^<>]*)*)<\/a>/gi

/** A cell whose links are as Markdown has them, which has other elements of HTML, too. */
const toMarkdown = (cell: string) =>
  cell
    .replace(/\s+/g, ' ')
    .replace(anchor, (_, url: string, text: string) => `[${text}](<${url.replaceAll('&amp;', '&')}>)`)
