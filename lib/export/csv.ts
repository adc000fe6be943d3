import { type AliasList, aliasLists, joinNames, namesIn } from '../glossary/alias-lists.ts'
import type { Term } from '../schemas/term.ts'
import type { DocumentFormat } from './document.ts'

const lists = Object.keys(aliasLists) as AliasList[]

const columns = [
  'id',
  'name',
  'full_name',
  'definition',
  'category',
  ...lists,
  'status',
  'vote_count',
  'is_stale',
  'last_confirmed_at',
  'created_at',
  'updated_at',
]

/** Terms as CSV (RFC 4180) with a header. Spreadsheets show formulas as text. */
export const csv: DocumentFormat = {
  type: 'text/csv; charset=utf-8',
  start: `${columns.join(',')}\r\n`,
  separator: '',
  end: '',
  async render(terms) {
    const { stringify } = await import('csv-stringify/sync')
    return stringify(terms.map(toRow), {
      columns,
      record_delimiter: 'windows',
      quote_record_delimiter: true,
      escape_formulas: true,
      cast: { boolean: String },
    })
  },
}

/** A term whose aliases are a cell for each kind (contract, section 13). */
const toRow = (term: Term) => ({
  ...term,
  ...Object.fromEntries(lists.map((list) => [list, joinNames(namesIn(list, term.aliases))])),
})
