import type { DocumentFormat } from './document.ts'

const columns = [
  'id',
  'name',
  'full_name',
  'definition',
  'category',
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
    return stringify([...terms], {
      columns,
      record_delimiter: 'windows',
      quote_record_delimiter: true,
      escape_formulas: true,
      cast: { boolean: String },
    })
  },
}
