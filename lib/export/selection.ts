import * as v from 'valibot'
import { languageFor } from '../glossary/translations.ts'
import { invalid } from '../problem.ts'
import { category } from '../schemas/content.ts'
import { integer } from '../schemas/numbers.ts'
import type { Status } from '../schemas/term.ts'
import { lang, pairLanguages } from '../schemas/translation.ts'
import { type Format, type Glossary, type Pair, type PhraseList, phraseStyles } from './document.ts'
import { type FormatName, formats } from './formats.ts'
import type { Selection } from './read.ts'

/** How many phrases there are by default, and at most (contract, section 22). */
const phraseLimits = { default: 100, max: 1000 }

/** What every way to an export takes besides the format and the status. */
export const exportOptions = {
  category: v.optional(category),
  as: v.optional(v.picklist(phraseStyles, `must be one of ${phraseStyles.join(', ')}`)),
  chars: v.optional(integer(100, 50_000)),
  lang: v.optional(v.pipe(lang.wrapped, v.description('The language in which documents for readers are written.'))),
  ...pairLanguages,
}

/** What somebody asks for. */
type Asked = {
  format: FormatName
  status?: Status | 'all' | undefined
  category?: string | undefined
  limit?: number | null | undefined
  offset?: number
  bom?: boolean
  as?: PhraseList['as'] | undefined
  chars?: number | undefined
  /** the language that was chosen */
  language?: string | null
  pair?: Pair | null
}

/**
 * Returns what an export is to have: official terms by default, as phrases also community terms.
 *
 * @param lowest the lowest status that `all` includes
 * @throws Problem `validation_failed` if a format does not have what is asked for
 */
export function toSelection(asked: Asked, lowest: Status): Selection {
  const { format, category = null, bom, offset = 0 } = asked
  const isPhrases = format === 'phrases'
  const status = asked.status ?? (isPhrases ? 'all' : 'official')
  return {
    format,
    category,
    offset,
    ...(bom !== undefined && { bom }),
    status: status === 'all' ? null : status,
    lowest: isPhrases && asked.status === undefined ? 'community' : lowest,
    limit: isPhrases ? null : (asked.limit ?? null),
    phrases: toPhraseList(asked),
    ...(asked.language && (format === 'json' || isTranslated(formats[format])) && { language: asked.language }),
    ...(asked.pair && { pair: asked.pair }),
  }
}

const isTranslated = ({ languages }: Format) => languages === 'chosen'

type AskedLanguages = {
  format: FormatName
  lang?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/**
 * Returns the language in which a document is written, and those of pairs of names.
 *
 * @param person who has chosen a language
 * @throws Problem `unknown_language`, or `validation_failed` if a format does not have what is asked for
 */
export function chooseLanguages(
  ctx: { settings: Pick<Glossary, 'language' | 'languages'> },
  person: { language?: string | null },
  { format, lang: asked, from = ctx.settings.language, to }: AskedLanguages,
): { language: string | null; pair: Pair | null } {
  const language = languageFor(ctx, person, asked)
  if (format !== 'pairs') return { language, pair: null }
  if (to === undefined) throw invalid('to', 'is required for pairs')
  const known = (tag: string) => languageFor(ctx, {}, tag) ?? tag
  return { language, pair: { from: known(from), to: known(to) } }
}

function toPhraseList({ format, limit, offset = 0, as, chars }: Asked): PhraseList {
  if (format !== 'phrases') {
    if (as !== undefined) throw invalid('as', 'is only for phrases')
    if (chars !== undefined) throw invalid('chars', 'is only for phrases')
  } else {
    if (offset > 0) throw invalid('offset', 'is not for phrases')
    if ((limit ?? 0) > phraseLimits.max) throw invalid('limit', `must be at most ${phraseLimits.max} for phrases`)
  }
  return { as: as ?? 'lines', limit: limit ?? (as === 'json' ? null : phraseLimits.default), chars: chars ?? null }
}
