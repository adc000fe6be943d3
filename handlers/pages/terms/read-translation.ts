import * as v from 'valibot'
import type { Context } from '../../../lib/context.ts'
import { readVersion } from '../../../lib/glossary/history.ts'
import { readTerm } from '../../../lib/glossary/read.ts'
import { mayEdit, protectedProblem } from '../../../lib/glossary/revise.ts'
import type { Content } from '../../../lib/glossary/texts.ts'
import { readTranslations, translationIn } from '../../../lib/glossary/translations.ts'
import type { Actor } from '../../../lib/identity/actor.ts'
import { Problem } from '../../../lib/problem.ts'
import type { Term } from '../../../lib/schemas/term.ts'
import { type Translation, TranslationEdit } from '../../../lib/schemas/translation.ts'

type Needs = Pick<Context, 'db' | 'settings'>

/** The form of a translation; `seen` is when the one that it shows was changed last. */
export const TranslationForm = v.object({ ...TranslationEdit.entries, seen: v.optional(v.string()) })

/** What the tabs above the forms of a term need. */
export type Languages = {
  /** the glossary's own, and all */
  own: string
  all: readonly string[]
  translations: readonly Translation[]
}

/** What the form of a translation shows besides its values. */
export type TranslationContext = {
  term: Term
  language: string
  languages: Languages
  translation: Translation | null
  /** what the term said in the version that was translated; null if that is not known */
  translated: Content | null
}

/** Reads the languages of a term, and its translations; null in a glossary in one language. */
export async function readLanguages(ctx: Needs, id: string): Promise<Languages | null> {
  const { language: own, languages: all } = ctx.settings
  return all.length > 1 ? { own, all, translations: await readTranslations(ctx, id) } : null
}

/**
 * Reads what the form of a translation shows besides its values.
 *
 * @throws Problem `not_found`, or `protected` if the reader may not edit the term
 */
export async function readTranslationContext(
  ctx: Needs,
  actor: Actor,
  { id, language }: { id: string; language: string },
): Promise<TranslationContext> {
  const [term, languages] = await Promise.all([readTerm(ctx, id), readLanguages(ctx, id)])
  if (!languages?.all.includes(language) || language === languages.own) throw new Problem('not_found')
  if (!mayEdit(ctx, actor, term)) throw protectedProblem(id)
  const translation = translationIn(language, languages.translations)
  const translated = translation?.version ? await readVersion(ctx, term, translation.version) : null
  return { term, language, languages, translation, translated }
}

/** The values of the form: what the translation says. */
export const toFormValues = ({ term, translation }: TranslationContext) =>
  new URLSearchParams({
    version: String(term.version),
    seen: translation?.updated_at ?? '',
    name: translation?.name ?? '',
    full_name: translation?.full_name ?? '',
    definition: translation?.definition ?? '',
  })
