import type { Context } from '../context.ts'
import { isMultilingual } from '../languages.ts'
import { Problem } from '../problem.ts'
import type { User } from '../schemas/user.ts'
import type { Actor } from './actor.ts'

type Needs = Pick<Context, 'db'> & { settings: Pick<Context['settings'], 'languages'> }

/**
 * Reads the language that a person has chosen (contract, section 23): null if none. A glossary in one language asks for
 * none.
 */
export async function readLanguage({ db, settings }: Needs, id: string): Promise<string | null> {
  if (!isMultilingual(settings)) return null
  const row = await db.one<{ language: string | null }>('identity/read-language', { id })
  return row?.language ?? null
}

/**
 * Stores the language that a person has chosen.
 *
 * @param tag a language of the glossary, in any case; null for none
 * @throws Problem `unknown_language`
 */
export async function setLanguage(
  { db, settings, credentials }: Needs & Pick<Context, 'credentials'>,
  actor: Actor,
  tag: string | null,
): Promise<User> {
  const language = tag && settings.languages.find((each) => each.toLowerCase() === tag.toLowerCase())
  if (language === undefined) throw unknownLanguage(settings)
  const user = await db.one<User>('identity/set-language', { id: actor.id, language: language || null })
  credentials.clear()
  if (!user) throw new Problem('inactive_user')
  return user
}

/** Creates the problem for a language that the glossary does not have. */
export const unknownLanguage = ({ languages }: Needs['settings']): Problem =>
  new Problem('unknown_language', { detail: `This glossary is in ${languages.join(', ')}.` })
