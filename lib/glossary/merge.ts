import { type TextField, type Texts, textFields } from './texts.ts'

export type MergeResult = {
  /** the merged texts */
  texts: Texts
  /** the fields that only the other edit changed; `texts` has its values */
  mergedFields: TextField[]
  /** the fields that both edits changed to different values; `texts` has the proposed ones */
  conflicts: TextField[]
}

/**
 * Merges two edits of a term (three-way merge).
 *
 * @param base the texts that both edits are based on
 * @param current the texts after the other edit, which is already saved
 * @param proposed the texts after the edit that is to be saved
 */
export function merge(base: Texts, current: Texts, proposed: Texts): MergeResult {
  const changedFields = textFields.filter((field) => current[field] !== base[field])
  const mergedFields = changedFields.filter((field) => proposed[field] === base[field])
  const conflicts = changedFields.filter(
    (field) => proposed[field] !== base[field] && proposed[field] !== current[field],
  )
  const mergedTexts = Object.fromEntries(mergedFields.map((field) => [field, current[field]]))
  return { texts: { ...proposed, ...mergedTexts }, mergedFields, conflicts }
}
