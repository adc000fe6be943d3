import type { ImportField } from '../../schemas/import.ts'

/** What the fields of a file are called on pages. */
export const fieldLabels: Record<ImportField, string> = {
  id: 'ID',
  name: 'Name',
  full_name: 'Full name',
  definition: 'Definition',
  category: 'Category',
  aliases: 'Other names',
  misspellings: 'Misspellings',
  discouraged: 'Discouraged names',
  status: 'Status',
}
