import * as v from 'valibot'
import { list, listRange } from './list.ts'
import { whole } from './numbers.ts'
import { languageTag, text, timestamp, uuid } from './text.ts'

export const roles = ['viewer', 'editor', 'admin'] as const
export const Role = v.picklist(roles, `must be one of ${roles.join(', ')}`)
export type Role = v.InferOutput<typeof Role>

/** A user as other users see them. `display_name` is never null: see `users.public_name`. */
export const Person = v.object({ id: uuid, display_name: v.string() })
export type Person = v.InferOutput<typeof Person>

export const User = v.object({
  id: uuid,
  email: v.string(),
  display_name: v.nullable(v.string()),
  messaging_user_id: v.nullable(v.string()),
  role: Role,
  is_active: v.boolean(),
  created_at: timestamp,
  last_login_at: v.nullable(timestamp),
  /** only of the person themselves */
  language: v.optional(
    v.pipe(v.nullable(v.string()), v.description('The language that the person has chosen; null for none.')),
  ),
})
export type User = v.InferOutput<typeof User>

/** What a person can set for themselves. */
export const Preferences = v.object({
  language: v.pipe(
    v.nullable(languageTag),
    v.description('The language in which you read terms, one of this glossary; null for none.'),
  ),
})

export const UserQuery = v.object({ q: v.optional(text(200)), ...listRange() })

export const Email = v.pipe(
  v.string('must be an email address'),
  v.trim(),
  v.maxLength(320, 'must be at most 320 characters long'),
  v.rfcEmail('must be an email address'),
  v.metadata({ jsonSchema: { format: 'email', maxLength: 320 } }),
)

/**
 * Whom an admin expects, and the role that this address gives. Some addresses are made here, for accounts that have
 * none.
 */
export const Invitation = v.object({
  email: v.pipe(
    Email,
    v.check((email) => !/\.invalid$/i.test(email), 'must be an address that someone can have'),
  ),
  role: Role,
})
export type Invitation = v.InferOutput<typeof Invitation>

const about = <Schema extends v.GenericSchema>(description: string, schema: Schema) =>
  v.pipe(schema, v.description(description))

/** A name by which texts may mention a person. */
export const ErasableName = v.object({
  name: about('The name.', v.string()),
  texts: about('How many different texts have it, versions and what people looked up included.', whole),
  examples: about('Up to ten of these texts, around the name.', v.array(v.string())),
})
export type ErasableName = v.InferOutput<typeof ErasableName>

/** The names of a person that texts may have. */
export const ErasableNames = v.object({
  names: about('The names by which texts may mention the person.', v.array(ErasableName)),
})

const nameToErase = v.pipe(
  v.string('must be a string'),
  v.minLength(1, 'must not be empty'),
  v.maxLength(300, 'must be at most 300 characters long'),
)

/** What of a person is erased besides their details. */
export const Erasure = v.strictObject({
  names: about(
    'The names to replace in texts, of those that the preview returns; none by default. For a person who was erased before, names of two words or more with capitals.',
    v.optional(list(nameToErase, { max: 20 }), []),
  ),
})
