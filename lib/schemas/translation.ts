import * as v from 'valibot'
import { definition, fullName, name } from './content.ts'
import { integer, whole } from './numbers.ts'
import { languageTag, timestamp, uuid } from './text.ts'
import { Person } from './user.ts'

const described = <Schema extends v.GenericSchema>(schema: Schema, description: string) =>
  v.pipe(schema, v.description(description))

/** What asks for a language. */
export const lang = v.optional(
  described(
    languageTag,
    'The language of `translation`, one of this glossary; by default, that which the person has chosen.',
  ),
)

/** The languages of pairs of names, which only a glossary in several languages has. */
export const pairLanguages = {
  from: v.optional(
    described(languageTag, 'Of `pairs`: the language of the first name, by default that of the glossary.'),
  ),
  to: v.optional(described(languageTag, 'Of `pairs`: the language of the second name.')),
}

/** What a term says in another language, as answers show it beside the term. */
export const ShownTranslation = v.object({
  language: described(v.string(), 'The tag of the language (BCP 47).'),
  name: described(v.nullable(v.string()), 'What the term is called in this language, one of its names; null for none.'),
  full_name: described(v.nullable(v.string()), 'The full name in this language; null for none.'),
  definition: described(v.string(), 'What the term means, in this language.'),
  is_outdated: described(
    v.boolean(),
    'Whether the full name or the definition of the term have changed since, or it is not known what was translated.',
  ),
})
export type ShownTranslation = v.InferOutput<typeof ShownTranslation> & {
  /** the glossary's own language, for those who say that its text has changed; answers of the API leave it out */
  original_language?: string
}

/** A translation as those see it who look after it. */
export const Translation = v.object({
  ...ShownTranslation.entries,
  version: described(v.nullable(whole), 'The version of the term that it translates; null if that is not known.'),
  updated_by: described(v.nullable(Person), 'Who changed it last.'),
  updated_at: timestamp,
})
export type Translation = v.InferOutput<typeof Translation>

export const TranslationEdit = v.object({
  name: described(v.nullish(name), 'A name of the term in this language. A new one becomes an alias of the term.'),
  full_name: described(v.nullish(fullName), 'The full name in this language.'),
  definition: described(definition, 'What the term means, in this language.'),
  version: described(integer(1, 2_147_483_647), 'The version of the term that this translates.'),
})
export type TranslationEdit = v.InferOutput<typeof TranslationEdit>

export const ByLanguage = v.object({
  id: uuid,
  language: described(languageTag, 'The tag of the language (BCP 47), one of this glossary.'),
})
