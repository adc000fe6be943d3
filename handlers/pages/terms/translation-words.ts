import { changedFields, type Texts, textsOf } from '../../../lib/glossary/texts.ts'
import { languageName } from '../../../lib/languages.ts'
import type { HistoryEntry } from '../../../lib/schemas/term.ts'

type Changes = HistoryEntry['changes']

/** The texts of a translation on one side of a change; blank where there was none. */
export function textsOfTranslation({ translation }: Changes, side: 'from' | 'to'): Texts {
  const texts = Object.entries(Object(translation?.[side])).filter(([field]) => field !== 'version')
  return textsOf(Object.fromEntries(texts.map(([field, value]) => [field, { from: null, to: value }])), 'to')
}

/** What happened to a translation, as the rest of a sentence that begins with a person's name. */
export function describeTranslation(changes: Changes): string {
  const { from, to } = changes.language ?? {}
  const language = languageName(String(to ?? from))
  if (!to) return `removed the ${language} translation`
  if (!from) return `translated the term into ${language}`
  const changed = changedFields(textsOfTranslation(changes, 'from'), textsOfTranslation(changes, 'to'))
  return `${changed.length > 0 ? 'changed' : 'confirmed'} the ${language} translation`
}
