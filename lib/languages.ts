/** The languages of a glossary, its own first (setting `languages`). */
export type Languages = readonly string[]

/** Whether a glossary has more than one language; with one, nothing of translations is to be seen (section 23). */
export const isMultilingual = ({ languages }: { languages: Languages }): boolean => languages.length > 1

/** Where a language may come from: the first of these that says one decides. */
export type Wishes = {
  /** what the request asks for, by `lang` or `language` */
  asked?: string | null | undefined
  /** what the person has chosen */
  person?: string | null | undefined
  /** what the browser prefers, best first; also the language of the page, of Slack or of the shell */
  around?: readonly string[]
}

/**
 * Chooses the language of an answer (contract, section 23).
 *
 * @returns one of `languages`, or null if nobody has said one that the glossary has. What is asked for is passed on as
 *   it is if the glossary does not have it: `isKnown` tells.
 */
export function chooseLanguage(languages: Languages, { asked, person, around = [] }: Wishes): string | null {
  if (languages.length < 2) return null
  if (asked) return fitting(languages, asked) ?? asked
  for (const wish of [person, ...around]) {
    const found = wish && fitting(languages, wish)
    if (found) return found
  }
  return null
}

/**
 * Returns the language that fits a tag: the same one, or else one in the same script, preferably of the same region.
 * `de-AT` is `de`, and `zh-HK` is `zh-TW`, not `zh-CN`.
 */
export function fitting(languages: Languages, tag: string): string | undefined {
  const wanted = toLocale(tag)
  if (!wanted) return undefined
  const same = languages.filter((language) => {
    const locale = new Intl.Locale(language).maximize()
    return locale.language === wanted.language && locale.script === wanted.script
  })
  return (
    same.find((language) => language.toLowerCase() === tag.toLowerCase()) ??
    same.find((language) => new Intl.Locale(language).maximize().region === wanted.region) ??
    same[0]
  )
}

/** Tags of shells and Java have an underscore, and a character set behind a dot. */
function toLocale(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag.replace(/[.@].*$/, '').replaceAll('_', '-')).maximize()
  } catch {
    return undefined
  }
}

/** Names a language in itself: "Deutsch". */
export const nativeName = (tag: string): string => new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag

/** Names a language in English: "German". */
export const languageName = (tag: string): string => new Intl.DisplayNames('en', { type: 'language' }).of(tag) ?? tag
