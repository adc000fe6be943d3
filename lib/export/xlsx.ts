import { columnsIn, toRow } from './csv.ts'
import { type ExportedTerm, type Format, renderParts } from './document.ts'
import { escapeXml } from './xml.ts'
import { createZip } from './zip.ts'

const namespace = 'http://schemas.openxmlformats.org'
const main = `${namespace}/spreadsheetml/2006/main`
const relationships = `${namespace}/officeDocument/2006/relationships`
const packages = `${namespace}/package/2006`
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** The parts of a workbook besides its one sheet (ISO/IEC 29500, part 2). */
const parts = {
  '[Content_Types].xml': `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentType}.worksheet+xml"/></Types>`,
  '_rels/.rels': `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${xml}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets><sheet name="Glossary" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relationships}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
}

/** The header stays in view. */
const start = `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultColWidth="20" defaultRowHeight="15"/><sheetData>`
const end = '</sheetData></worksheet>'

/**
 * Terms as an Excel workbook with the columns of our CSV. It is written row by row, which the libraries for workbooks
 * do not do: see docs/dev/decisions.md.
 */
export const xlsx: Format = {
  label: 'Excel',
  purpose: 'A workbook for Excel, which opens without questions about encodings.',
  type: `${contentType}.sheet`,
  extension: 'xlsx',
  statement: 'export/by-name',
  relations: 'names',
  languages: 'all',
  async *render(batches, { foreign }) {
    const columns = columnsIn(foreign)
    const { takeChunks, addFile, end: endZip } = await createZip()
    for (const [path, text] of Object.entries(parts)) addFile(path)(text, true)
    const write = addFile('xl/worksheets/sheet1.xml')
    let row = 1
    const renderBatch = (terms: readonly ExportedTerm[]) =>
      terms
        .map(toRow)
        .map((term) =>
          renderRow(
            ++row,
            columns.map((column) => term[column]),
          ),
        )
        .join('')
    const sheet = { start: start + renderRow(row, columns), separator: '', end, renderBatch }
    for await (const part of renderParts(sheet, batches)) {
      write(part, part === end)
      yield takeChunks()
    }
    endZip()
    yield takeChunks()
  },
}

function renderRow(row: number, values: readonly unknown[]) {
  const cells = values.map((value, i) => renderCell(`${letterOf(i)}${row}`, value))
  return `<row r="${row}">${cells.join('')}</row>`
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The name of a column: A to Z, AA to ZZ. */
const letterOf = (index: number): string =>
  (index < letters.length ? '' : letterOf(Math.floor(index / letters.length) - 1)) + letters[index % letters.length]

/** Text is in the cell itself, so that no formula is run and no table of all texts has to come first. */
function renderCell(r: string, value: unknown) {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'number') return `<c r="${r}"><v>${value}</v></c>`
  if (typeof value === 'boolean') return `<c r="${r}" t="b"><v>${Number(value)}</v></c>`
  const text = String(value)
  // Not always: an import could not unpack 50,000 terms any more.
  const space = /^\s|\s$|\s\s|[\n\r\t]/.test(text) ? ' xml:space="preserve"' : ''
  return `<c r="${r}" t="inlineStr"><is><t${space}>${escapeText(text)}</t></is></c>`
}

/** `_x000D_` stands for a carriage return (ISO/IEC 29500, part 1, section 22.9.2.19). */
const escapeText = (text: string) =>
  escapeXml(text.replace(/_(?=x[\dA-F]{4}_)/gi, '_x005F_')).replaceAll('&#13;', '_x000D_')
