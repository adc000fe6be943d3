import type { Term } from '../schemas/term.ts'

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

/** Renders terms as CSV (RFC 4180) with a header. Spreadsheets show formulas as text. */
export async function toCsv(terms: readonly Term[]): Promise<string> {
  const { stringify } = await import('csv-stringify/sync')
  return stringify([...terms], {
    header: true,
    columns,
    record_delimiter: 'windows',
    quote_record_delimiter: true,
    escape_formulas: true,
    cast: { boolean: String },
  })
}
