import { fieldNames } from '../../../lib/glossary/texts.ts'
import type { ImportField } from '../../../lib/schemas/import.ts'

/** What the fields of a file are called on pages. */
export const fieldLabels: Record<ImportField, string> = {
  id: 'ID',
  ...fieldNames,
  status: 'Status',
}
