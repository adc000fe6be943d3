import { strToU8, zipSync } from 'fflate'

/** A cell: text, a number, a date or time as a number with a style, an error, or a boolean. */
type Cell = string | number | boolean | null | { date: number } | { time: number } | { error: string }

type Sheet = {
  rows: Cell[][]
  merged?: string[]
  hidden?: number[]
  state?: 'hidden'
  /** the address of a cell, and where it leads */
  links?: Record<string, string>
}

const schema = 'http://schemas.openxmlformats.org'
const relationships = `${schema}/officeDocument/2006/relationships`
const main = `xmlns="${schema}/spreadsheetml/2006/main"`
const toXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

function toCell(cell: Cell, address: string) {
  if (cell === null) return ''
  if (typeof cell === 'string') return `<c r="${address}" t="inlineStr"><is><t>${toXml(cell)}</t></is></c>`
  if (typeof cell === 'number') return `<c r="${address}"><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c r="${address}" t="b"><v>${Number(cell)}</v></c>`
  if ('error' in cell) return `<c r="${address}" t="e"><v>${cell.error}</v></c>`
  return 'date' in cell
    ? `<c r="${address}" s="1"><v>${cell.date}</v></c>`
    : `<c r="${address}" s="2"><v>${cell.time}</v></c>`
}

function toSheet({ rows, merged = [], hidden = [], links = {} }: Sheet) {
  const lines = rows.map((cells, index) => {
    const row = index + 1
    const content = cells.map((cell, column) => toCell(cell, `${'ABCDEFGH'[column]}${row}`)).join('')
    return `<row r="${row}"${hidden.includes(row) ? ' hidden="1"' : ''}>${content}</row>`
  })
  const merges = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')
  const leading = Object.keys(links)
    .map((ref, index) => `<hyperlink ref="${ref}" r:id="rId${index}"/>`)
    .join('')
  return `<worksheet ${main} xmlns:r="${relationships}"><sheetData>${lines.join('')}</sheetData>${merges && `<mergeCells>${merges}</mergeCells>`}${leading && `<hyperlinks>${leading}</hyperlinks>`}</worksheet>`
}

const toTargets = ({ links = {} }: Sheet) =>
  `<Relationships>${Object.values(links)
    .map((url, index) => `<Relationship Id="rId${index}" Target="${toXml(url)}"/>`)
    .join('')}</Relationships>`

/** An Excel workbook with these sheets, by their names. */
export function workbook(sheets: Record<string, Sheet>): Uint8Array {
  const entries = Object.entries(sheets).map(([name, sheet], index) => ({ id: index + 1, name, sheet }))
  const list = entries.map(
    ({ id, name, sheet }) =>
      `<sheet name="${toXml(name)}" sheetId="${id}" ${sheet.state ? 'state="hidden" ' : ''}r:id="rId${id}"/>`,
  )
  const targets = entries.map(
    ({ id }) => `<Relationship Id="rId${id}" Type="${relationships}/worksheet" Target="worksheets/sheet${id}.xml"/>`,
  )
  const files = {
    '[Content_Types].xml': `<Types xmlns="${schema}/package/2006/content-types"/>`,
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${relationships}"><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${schema}/package/2006/relationships">${targets.join('')}<Relationship Id="rId99" Type="${relationships}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet ${main}><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="21"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(
      entries.flatMap(({ id, sheet }) => [
        [`xl/worksheets/sheet${id}.xml`, toSheet(sheet)],
        [`xl/worksheets/_rels/sheet${id}.xml.rels`, toTargets(sheet)],
      ]),
    ),
  }
  return zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])))
}
