import type { Context } from '../context.ts'
import type { Actor } from '../identity/actor.ts'
import { unknownLanguage } from '../identity/language.ts'
import { chooseLanguage } from '../languages.ts'
import { invalid, Problem } from '../problem.ts'
import { maxAliases, sortByKind } from '../schemas/content.ts'
import type { Term } from '../schemas/term.ts'
import { fold } from '../schemas/text.ts'
import type { ShownTranslation, Translation, TranslationEdit } from '../schemas/translation.ts'
import { readTerm } from './read.ts'
import { mayEdit, protectedProblem, reviseTerm } from './revise.ts'

type Needs = Pick<Context, 'db' | 'settings'>
type Reading = Pick<Context, 'db'> & { settings: Pick<Context['settings'], 'language' | 'languages'> }

/** A term, and what it says in the language that was chosen: null if nothing, absent if none was chosen. */
export type Translated<Each> = Each & { translation?: ShownTranslation | null }

/** A translation, and of which term. */
export type TranslationOf = Translation & { term_id: string }

/**
 * Adds to terms what they say in a language. This is the only place that joins both.
 *
 * @param language the chosen one, or null for none: then the terms are returned as they are
 */
export async function addTranslations<Each extends { id: string }>(
  ctx: Reading,
  language: string | null,
  terms: Each[],
): Promise<Translated<Each>[]> {
  if (language === null) return terms
  const rows = await readTranslationsOf(ctx, [...new Set(terms.map(({ id }) => id))], [language])
  const found = new Map(rows.map((row) => [row.term_id, row]))
  const original_language = ctx.settings.language
  return terms.map((term) => {
    const translation = found.get(term.id)
    return { ...term, translation: translation ? { ...translation, original_language } : null }
  })
}

/** Reads the translations of terms, in the order of the languages; the glossary's own language has none. */
export async function readTranslationsOf(
  { db, settings }: Reading,
  ids: readonly string[],
  languages: readonly string[],
): Promise<TranslationOf[]> {
  const foreign = languages.filter((language) => isForeign(settings, language))
  if (ids.length === 0 || foreign.length === 0) return []
  return db.many<TranslationOf>('glossary/read-translations', { ids, languages: foreign })
}

/**
 * Chooses the language of an answer (contract, section 23).
 *
 * @param asked what the request asks for
 * @param around the languages around the answer, such as that of the page, best first
 * @returns null if nobody says one that the glossary has
 * @throws Problem `unknown_language` if the glossary does not have what is asked for
 */
export function languageFor(
  { settings }: Pick<Reading, 'settings'>,
  { language: person }: Pick<Actor, 'language'>,
  asked?: string,
  around: readonly string[] = [],
): string | null {
  const language = chooseLanguage(settings.languages, { asked, person, around })
  if (language === null || settings.languages.includes(language)) return language
  throw unknownLanguage(settings)
}

/** Whether a language of the glossary is not its own. */
const isForeign = ({ languages, language }: Reading['settings'], tag: string) =>
  languages.includes(tag) && tag !== language

/**
 * Lists the translations of a term, in the order of the languages.
 *
 * @throws Problem `not_found`
 */
export async function listTranslations(ctx: Needs, id: string): Promise<Translation[]> {
  await readTerm(ctx, id)
  return readTranslations(ctx, id)
}

/** Reads the translations of a term that exists, in the order of the languages. */
export const readTranslations = (ctx: Needs, id: string): Promise<Translation[]> =>
  readTranslationsOf(ctx, [id], ctx.settings.languages)

/** Returns the translation into a language, or null. */
export const translationIn = <Each extends ShownTranslation>(language: string, translations: readonly Each[]) =>
  translations.find((each) => each.language === language) ?? null

/**
 * Translates a term. A name that the term does not have becomes an alias, with a new version of the term.
 *
 * @param tag the language, in any case
 * @param seen when the translation that the actor has seen was changed last, or '' if there was none; absent if that
 *   does not matter
 * @returns the translation, and whether it is the first one into this language
 * @throws Problem `not_found`, `protected`, `unknown_language`, `validation_failed` for a version that the term never
 *   had or a name that its aliases say not to use, `too_many_aliases`, or `version_conflict` if the translation is
 *   another one than the actor has seen
 */
export async function translate(
  ctx: Needs,
  actor: Actor,
  { id, language: tag }: { id: string; language: string },
  edit: TranslationEdit,
  seen?: string,
): Promise<{ translation: Translation; isNew: boolean }> {
  const { name = null, full_name = null, definition, version } = edit
  return change(ctx, actor, id, tag, async (tx, term, language) => {
    if (version > term.version) throw invalid('version', `must be at most ${term.version}, the current one`)
    if (seen !== undefined) await requireUnchanged(tx, id, language, seen)
    if (name !== null) await addName(tx, actor, term, name)
    const translation = { language, name, full_name, definition, version }
    return save(tx, actor, id, translation)
  })
}

/**
 * Says that a translation is right for the current version of its term.
 *
 * @throws Problem `not_found` if there is none, `protected` or `unknown_language`
 */
export async function confirmTranslation(
  ctx: Needs,
  actor: Actor,
  { id, language: tag }: { id: string; language: string },
): Promise<Translation> {
  return change(ctx, actor, id, tag, async (tx, { version }, language) => {
    const [earlier] = await readTranslationsOf(tx, [id], [language])
    if (!earlier) throw translationNotFound()
    const { name, full_name, definition } = earlier
    const { translation } = await save(tx, actor, id, { language, name, full_name, definition, version })
    return translation
  })
}

/**
 * Says that a translation which is out of date is right for the current version of its term.
 *
 * @throws Problem as `confirmTranslation` does, or `not_waiting` if it is up to date
 */
export async function confirmOutdated(ctx: Needs, actor: Actor, which: { id: string; language: string }) {
  const translations = await readTranslations(ctx, which.id)
  const current = translations.find(({ language }) => language.toLowerCase() === which.language.toLowerCase())
  if (current && !current.is_outdated) throw new Problem('not_waiting')
  await confirmTranslation(ctx, actor, which)
}

/**
 * Undoes that the caller has confirmed a translation: it translates the version that it did before.
 *
 * @throws Problem `not_waiting` if somebody has changed it since, or as `confirmTranslation` does
 */
export const unconfirmTranslation = (
  ctx: Needs,
  actor: Actor,
  { id, language: tag }: { id: string; language: string },
): Promise<void> =>
  change(ctx, actor, id, tag, async (tx, { name }, language) => {
    const params = { id, language, actor_id: actor.id }
    const row = await tx.db.one<{ earlier: Draft }>('glossary/confirmed-translation', params)
    if (!row) throw new Problem('not_waiting', { detail: `“${name}” has changed since.` })
    await save(tx, actor, id, { ...row.earlier, language })
  })

/**
 * Removes a translation; the aliases of its term stay.
 *
 * @throws Problem `not_found` if there is none, `protected` or `unknown_language`
 */
export const removeTranslation = (
  ctx: Needs,
  actor: Actor,
  { id, language: tag }: { id: string; language: string },
): Promise<void> =>
  change(ctx, actor, id, tag, async ({ db }, _, language) => {
    const params = { id, language, actor_id: actor.id }
    const row = await db.one<{ is_removed: boolean }>('glossary/remove-translation', params)
    if (!row?.is_removed) throw translationNotFound()
  })

const translationNotFound = () => new Problem('not_found', { detail: 'The term is not translated into this language.' })

/** Changes a translation while nobody else changes its term. */
function change<Result>(
  { db, settings }: Needs,
  actor: Actor,
  id: string,
  tag: string,
  work: (ctx: Needs, term: Term, language: string) => Promise<Result>,
): Promise<Result> {
  return db.begin(async (tx) => {
    await tx.run('glossary/lock-term', { id })
    const term = await readTerm({ db: tx }, id)
    const language = settings.languages.find((each) => each.toLowerCase() === tag.toLowerCase())
    if (language === undefined || !isForeign(settings, language)) throw untranslatable(settings)
    if (!mayEdit({ settings }, actor, term)) throw protectedProblem(id)
    return work({ db: tx, settings }, term, language)
  })
}

/** Creates the problem for a language that terms cannot be translated into. */
function untranslatable({ languages }: Context['settings']): Problem {
  const [own, ...others] = languages
  const detail = `Terms are written in ${own} and can be translated into ${others.join(', ')}.`
  return new Problem('unknown_language', { detail })
}

type Draft = Omit<ShownTranslation, 'is_outdated'> & Pick<Translation, 'version'>

async function save(ctx: Needs, actor: Actor, id: string, translation: Draft) {
  const row = await ctx.db.one<{ outcome: string }>('glossary/translate-term', { id, translation, actor_id: actor.id })
  const [saved] = await readTranslationsOf(ctx, [id], [translation.language])
  if (!saved) throw new Error('the translation was not saved')
  return { translation: saved, isNew: row?.outcome === 'created' }
}

/** @throws Problem `version_conflict` if a translation has changed since a person has seen it */
async function requireUnchanged(ctx: Needs, id: string, language: string, seen: string) {
  const [current] = await readTranslationsOf(ctx, [id], [language])
  if ((current?.updated_at ?? '') === seen) return
  const detail = 'Someone else has changed this translation. Compare both texts, then save yours again or cancel.'
  throw new Problem('version_conflict', { detail })
}

/** Gives a term a name, unless it has it. */
async function addName(ctx: Needs, actor: Actor, { id, version, name: own, aliases }: Term, name: string) {
  if (fold(own) === fold(name)) return
  const known = aliases.find((alias) => fold(alias.name) === fold(name))
  if (known?.kind === 'alias') return
  if (known) throw invalid('name', `must be no ${known.kind === 'discouraged' ? 'discouraged name' : 'misspelling'}`)
  if (aliases.length >= maxAliases) {
    const detail = `The name would be the ${maxAliases + 1}st other name of the term. Remove one first.`
    throw new Problem('too_many_aliases', { detail })
  }
  await reviseTerm(ctx, actor, id, { version, aliases: sortByKind([...aliases, { name, kind: 'alias' }]) }, null)
}
