import * as v from 'valibot'
import { Link, links } from './links.ts'
import { adviseEntry, list } from './list.ts'
import { label as line, text } from './text.ts'

// What people write about a term. Requests, forms, columns of files, documents and the description of the API derive
// from the list `content`: docs/dev/architecture.md says what else a new field needs.

/** The kinds of aliases, in the order in which a term lists them. */
export const aliasKinds = ['alias', 'misspelling', 'discouraged'] as const

export const Alias = v.object({ name: v.string(), kind: v.picklist(aliasKinds) })
export type Alias = v.InferOutput<typeof Alias>

export const maxNameLength = 120
const maxFullNameLength = 300
const maxDefinitionLength = 4000
export const maxCategoryLength = 80

/** A name or alias. What has neither a letter nor a digit can be no word. */
export const name = v.pipe(
  line(maxNameLength),
  v.check((value) => /[\p{L}\p{N}]/u.test(value), 'must have a letter or a digit'),
)
export const fullName = line(maxFullNameLength)
export const definition = text(maxDefinitionLength, { multiline: true })
export const category = line(maxCategoryLength)

const alias = v.object({
  name,
  kind: v.optional(v.picklist(aliasKinds, `must be one of ${aliasKinds.join(', ')}`), 'alias'),
})

/** The most aliases that a term has (contract, section 13). */
export const maxAliases = 20

/** Aliases as they are sent: a plain string has the kind `alias`. They are sorted by kind (contract, section 13). */
export const aliases = v.pipe(
  list(v.union([v.pipe(name, v.transform(toAlias)), alias], adviseEntry), { max: maxAliases }),
  v.check(areDifferent, 'must not contain a name twice, ignoring case'),
  v.transform(sortByKind),
)

function toAlias(name: string): Alias {
  return { name, kind: 'alias' }
}

function areDifferent(aliases: Alias[]) {
  return new Set(aliases.map(({ name }) => name.toLowerCase())).size === aliases.length
}

/** Sorts aliases by kind, otherwise in the order as given. */
export function sortByKind(aliases: Alias[]): Alias[] {
  return aliasKinds.flatMap((kind) => aliases.filter((alias) => alias.kind === kind))
}

/** How people enter a text, or a list as a text. */
export type Input = {
  label: string
  hint: string
  /** in one line, in several, as names in one line, as one of `choices`, or as URLs */
  entry: 'line' | 'text' | 'list' | 'choice' | 'links'
  /** what the values are called that can be chosen */
  choices?: Record<string, string>
  /** in characters; absent for lists */
  maxLength?: number
  isRequired: boolean
}

type About = Omit<Input, 'isRequired'> & {
  /** what the API says about it */
  description: string
}
type TextSchema = v.GenericSchema<unknown, string>

/** A text that each term has. */
const required = <Sent extends TextSchema>(sent: Sent, about: About) => ({
  ...about,
  isRequired: true,
  blank: undefined,
  shown: v.string(),
  sent,
  added: sent,
  edited: v.optional(sent),
})

/** A text that a term need not have: null clears it. */
const optional = <Sent extends TextSchema>(sent: Sent, about: About) => ({
  ...about,
  isRequired: false,
  blank: null,
  shown: v.nullable(v.string()),
  sent,
  added: v.nullish(sent),
  edited: v.nullish(sent),
})

/**
 * Where texts mark the names of a term, such as the page *Explain*: everywhere, only as they are written, or nowhere.
 */
export const inTexts = ['auto', 'exact', 'never'] as const
export type InTexts = (typeof inTexts)[number]
const inTextsSent = v.picklist(inTexts, `must be one of ${inTexts.join(', ')}`)
const inTextsOrBlank = v.pipe(
  v.nullable(inTextsSent),
  v.transform((value): InTexts => value ?? 'auto'),
)

/** The texts of a term, in the order of forms and files. */
const texts = {
  name: required(name, {
    label: 'Name',
    hint: 'The acronym or word, as people say it.',
    entry: 'line',
    maxLength: maxNameLength,
    description: 'The name of the term. Several terms can have the same name.',
  }),
  full_name: optional(fullName, {
    label: 'Full name',
    hint: 'What an acronym stands for.',
    entry: 'line',
    maxLength: maxFullNameLength,
    description: 'What the name stands for, if it is an abbreviation; otherwise null.',
  }),
  definition: required(definition, {
    label: 'Definition',
    hint: 'Explain it to a new colleague. Line breaks are kept, and URLs become links.',
    entry: 'text',
    maxLength: maxDefinitionLength,
    description: 'What the term means.',
  }),
  category: optional(category, {
    label: 'Category',
    hint: 'Team or field.',
    entry: 'line',
    maxLength: maxCategoryLength,
    description: 'The category of the term; null for none. Its case does not matter.',
  }),
  in_texts: {
    label: 'In texts',
    hint: 'Whether texts that are explained, definitions and other websites mark this term.',
    entry: 'choice' as const,
    choices: { auto: 'Underline it', exact: 'Underline it only as it is written', never: 'Never underline it' },
    description:
      'Whether names of the term are marked in texts: `auto` by the usual rules, `exact` only as they are written, apart from plurals and possessives, `never` not at all. Lookups find it in any case.',
    isRequired: false,
    blank: 'auto' as const,
    shown: v.picklist(inTexts),
    sent: inTextsSent,
    added: v.optional(inTextsOrBlank),
    edited: v.optional(inTextsOrBlank),
  },
}
export type PlainField = keyof typeof texts
export const plainFields = Object.keys(texts) as PlainField[]

/** The lists in which forms and files have the aliases of a term, each with the kind of its names. */
export const aliasLists = {
  aliases: {
    kind: 'alias',
    label: 'Other names',
    hint: 'What else people call it, separated by semicolons.',
    entry: 'list',
    isRequired: false,
  },
  misspellings: {
    kind: 'misspelling',
    label: 'Misspellings, and what is heard',
    hint: 'How people misspell it, and what speech-to-text makes of it. They find the term but are never shown. Separated by semicolons.',
    entry: 'list',
    isRequired: false,
  },
  discouraged: {
    kind: 'discouraged',
    label: 'Discouraged names',
    hint: 'What people should no longer call it, separated by semicolons.',
    entry: 'list',
    isRequired: false,
  },
} as const satisfies Record<string, Input & { kind: Alias['kind'] }>
export type AliasList = keyof typeof aliasLists
export const aliasListNames = Object.keys(aliasLists) as AliasList[]

/** What people write about a term. `blank` is what a term has of which it was not written. */
export const content = {
  ...texts,
  aliases: {
    label: aliasLists.aliases.label,
    description: 'Other names of the term, at most 20, by kind. A plain string is an `alias`.',
    blank: [] as Alias[],
    shown: v.array(Alias),
    sent: aliases,
    added: v.optional(aliases),
    edited: v.optional(aliases),
  },
  links: {
    label: 'Where it comes from',
    description:
      'Where the definition comes from: at most 5 links. A plain string is a URL without a label. Nothing is fetched.',
    blank: [] as Link[],
    shown: v.array(Link),
    sent: links,
    added: v.optional(links),
    edited: v.optional(links),
  },
}
export type ContentField = keyof typeof content
export const contentFields = Object.keys(content) as ContentField[]

/**
 * Returns one thing about each field, by its name: what it is called, or its schema in responses (`shown`), alone
 * (`sent`), in new terms (`added`) or in edits (`edited`).
 */
export const ofContent = <Key extends keyof (typeof content)[ContentField]>(key: Key) =>
  Object.fromEntries(contentFields.map((field) => [field, content[field][key]])) as {
    [Field in ContentField]: (typeof content)[Field][Key]
  }

/** What a form or a file has of a term: its texts, its aliases as three lists, and its links. */
export const inputs: Record<TextField, Input> = {
  ...texts,
  ...aliasLists,
  links: {
    label: content.links.label,
    hint: 'Where the definition comes from: URLs, or a name and a <URL>, separated by semicolons.',
    entry: 'links',
    isRequired: false,
  },
}
export type TextField = PlainField | AliasList | 'links'
export const textFields = Object.keys(inputs) as TextField[]
