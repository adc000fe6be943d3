import { fitting, type Languages, languageName, nativeName } from '../languages.ts'
import { readHeader } from './headers.ts'

/** What a file can say of a term in another language. */
export const translatedFields = ['name', 'full_name', 'definition', 'outdated'] as const
export type TranslatedField = (typeof translatedFields)[number]

/** The header of a column of ours. */
export const translatedHeader = (field: TranslatedField, language: string): string => `${field} [${language}]`

/** Longer headers are texts, not names of columns. */
const maxLength = 100

/** Where the language stands in a header: in brackets, at the end or at the beginning. */
const forms = [
  /^(?<field>.+?)\s*[[(（]\s*(?<language>[^\][()（）]+?)\s*[\])）]$/u,
  /^(?<field>.+?)[\s_-]+(?<language>\p{L}{2,3}[-_]\p{L}{2,4})$/u,
  /^(?<field>.+?)[\s_-]+(?:(?:in|auf|en)[\s_-]+)?(?<language>\p{L}+)$/u,
  /^(?<language>\p{L}+)[\s_-]+(?<field>.+)$/u,
]

/** Says which field in which language of the glossary a header names: "definition [de]", "Definition deutsch". */
export function readTranslated(
  header: string,
  languages: Languages,
): { language: string; field: TranslatedField } | undefined {
  if (header.length > maxLength) return undefined
  for (const form of forms) {
    const parts = form.exec(header.trim())?.groups
    const language = parts?.language && languageIn(parts.language, languages)
    const field = language && fieldOf(parts?.field ?? '')
    if (language && field) return { language, field }
  }
  return undefined
}

/** Says what a column is about, by its header without the language. */
function fieldOf(text: string): TranslatedField | undefined {
  if (/^outdated$/i.test(text)) return 'outdated'
  const field = readHeader(text)?.field
  if (field === 'meaning') return 'definition'
  return translatedFields.find((each) => each === field)
}

/**
 * The languages of headers that say nothing else, as in `EN | DE | FR`, by their position. One alone can be anything
 * ("IT"): there have to be two, or a column for the name.
 */
export function bareLanguages(headers: readonly string[], languages: Languages): ReadonlyMap<number, string> {
  const found = new Map<number, string>()
  if (languages.length < 2) return found
  for (const [index, header] of headers.entries()) {
    const language = header.length <= maxLength && languageIn(withoutMarks(header), languages)
    if (language) found.set(index, language)
  }
  const isAlone = new Set(found.values()).size < 2 && !headers.some((header) => readHeader(header)?.field === 'name')
  return isAlone ? new Map() : found
}

const withoutMarks = (header: string) => header.replace(/[^\p{L}\p{N}_-]+/gu, ' ').trim()

/** The fields that headers name in the languages of a glossary: those of its own are its fields. */
export function languageFieldsOf(headers: readonly string[], languages: Languages): string[] {
  if (languages.length < 2) return []
  const [own] = languages
  const explicit = headers.flatMap((header) => readTranslated(header, languages) ?? [])
  const bare = [...bareLanguages(headers, languages).values()].map((language) => ({ language, field: 'name' as const }))
  return [...explicit, ...bare].map(({ language, field }) =>
    language === own ? field : translatedHeader(field, language),
  )
}

/** The language of the glossary that a text names: by its tag, or in one of the languages of the glossary. */
export function languageIn(text: string, languages: Languages): string | undefined {
  const plain = toPlain(text)
  const names = namesOf(languages)
  const named = names.get(plain) ?? (plain.endsWith('e') ? names.get(plain.slice(0, -1)) : undefined)
  return named ?? (isTag(plain) ? fitting(languages, plain) : undefined)
}

const toPlain = (text: string) => text.trim().toLowerCase().replaceAll('_', '-')
const isTag = (plain: string) => /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/.test(plain)

const known = new Map<string, ReadonlyMap<string, string>>()

/** What languages are called in themselves, in English and in each other, and their tags. */
function namesOf(languages: Languages): ReadonlyMap<string, string> {
  const key = languages.join()
  const earlier = known.get(key)
  if (earlier) return earlier
  const readers = languages.map((reader) => new Intl.DisplayNames(reader, { type: 'language' }))
  const names = new Map<string, string>()
  for (const language of languages)
    for (const name of [
      ...[language, nativeName(language), languageName(language)],
      ...readers.map((reader) => reader.of(language) ?? language),
    ])
      if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), language)
  known.set(key, names)
  return names
}

/** Whether a text names any language: by its tag, in itself or in English. */
export function isLanguage(text: string): boolean {
  const plain = toPlain(withoutMarks(text))
  const [tag = ''] = plain.split('-')
  return plain.length <= maxLength && (allLanguages().has(plain) || (isTag(plain) && allLanguages().has(tag)))
}

let all: ReadonlySet<string> | undefined

/** The tags of two letters and the names of the languages that have one. */
function allLanguages() {
  const english = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  all ??= new Set(
    letters.flatMap((first) =>
      letters.flatMap((second) => {
        const tag = first + second
        const name = english.of(tag)
        return name === undefined ? [] : [tag, name.toLowerCase(), nativeName(tag).toLowerCase()]
      }),
    ),
  )
  return all
}
