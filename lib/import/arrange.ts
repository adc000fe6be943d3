import { joinNames, splitNames } from '../glossary/alias-lists.ts'
import { isTooLong, onlyLinks } from './artefacts.ts'
import type { Columns } from './columns.ts'
import { cleanName, splitName } from './names.ts'
import type { TableRow } from './table.ts'

const toText = (cell: unknown) => (typeof cell === 'string' ? cell.trim() : '')

/** A row whose cells are the texts of the fields, after what was decided about the columns. */
export function arrange(row: TableRow, columns: Columns): TableRow {
  const { positions, keepsMarks, isNumbered, splitsNames } = columns
  const { name = -1, full_name = -1, category = -1, links = -1, other_name = -1 } = positions
  const cells = [...row.cells]
  if (isTooLong(cells[category])) cells[category] = undefined
  if (!keepsMarks && typeof cells[links] === 'string') cells[links] = onlyLinks(cells[links]).text
  if (other_name >= 0 && toText(cells[name]) === '') {
    cells[name] = cells[other_name]
    if (full_name === other_name) cells[full_name] = ''
  }
  const text = toText(cells[name])
  if (!keepsMarks && text !== '') cells[name] = cleanName(text, isNumbered)
  if (full_name === other_name && toText(cells[full_name]) === text) cells[full_name] = ''
  if (splitsNames) split(cells, columns)
  return { ...row, cells }
}

/** Splits a name that has an acronym besides another name. What the row says itself stays. */
function split(cells: unknown[], { positions }: Columns) {
  const { name = -1, full_name = -1, aliases = -1 } = positions
  const parts = splitName(toText(cells[name]))
  if (!parts) return
  cells[name] = parts.name
  const { full_name: spelled, alias } = parts
  if (spelled && toText(cells[full_name]) === '') cells[full_name] = spelled
  if (alias) cells[aliases] = joinNames([...splitNames(toText(cells[aliases])), alias])
}
