import type { KnownBlock } from '@slack/types'
import type { Settings } from '../app/settings.ts'
import { type ExplainedName, listNames } from '../lookup/definitions-to-links.ts'
import { explainText } from '../lookup/text-to-explanation.ts'
import { maxTextLength } from '../schemas/lookup.ts'
import {
  actions,
  button,
  countTerms,
  describeAlias,
  ephemeral,
  fitting,
  type Message,
  note,
  row,
  section,
  termLine,
} from './blocks.ts'
import { usualCategory } from './channel-category.ts'
import { inLanguageOf, readerOf } from './lookups.ts'
import { escapeText, withoutEmojiWithin } from './mrkdwn.ts'
import type { SlackRequest } from './requester.ts'

/** The most names, meanings of a name and unknown words in one message. */
const max = { names: 20, meanings: 3, unknown: 10 }

/** Explains the names in a text, each with its best meanings, and offers to add what looks like a name. */
export async function explain(request: SlackRequest, text: string): Promise<Message> {
  const explanation = await explainText(request, withoutEmojiWithin(text).slice(0, maxTextLength), {
    format: 'markdown', // Slack marks code and emphasis in the same way.
    category: await usualCategory(request),
    readerId: readerOf(request),
    loose: true,
  })
  request.lookups.countExplained(explanation.unknown)
  const names = listNames({ ...explanation, terms: await inLanguageOf(request, explanation.terms) })
  const unknown = [...new Set(explanation.unknown.map((part) => part.text))]
  const head =
    names.length > 0
      ? `${countTerms(names.length)} in this message`
      : 'None of the words in this message are in the glossary.'
  const isEmpty = names.length + unknown.length === 0
  return ephemeral(head, [
    section(`*${head}*`),
    ...explainNames(request.settings, names),
    ...(unknown.length > 0 ? offerToAdd(unknown) : []),
    ...(isEmpty ? [note('To add a term, type `add NAME -- definition`')] : []),
  ])
}

function explainNames({ appUrl }: Settings, names: readonly ExplainedName[]): KnownBlock[] {
  const shown = fitting(names.slice(0, max.names).map((name) => [explainName(appUrl, name)]))
  const rest = names.length - shown.length
  return [...shown.flat(), ...(rest > 0 ? [note(`And ${rest} more.`)] : [])]
}

function explainName(appUrl: string, { text, meanings, matched, is_guess }: ExplainedName) {
  const [best] = meanings
  const guess = is_guess && best ? `maybe ${escapeText(best.name)}, written “${escapeText(text)}”:` : null
  const alias = best && matched ? describeAlias({ ...best, matched }) : null
  const lines = meanings.slice(0, max.meanings).map((term) => termLine(appUrl, term))
  const rest = meanings.length - lines.length
  const others = rest === 1 ? 'And 1 other meaning' : `And ${rest} other meanings`
  return section(
    [...(guess ? [guess] : []), ...(alias ? [alias] : []), ...lines, ...(rest > 0 ? [others] : [])].join('\n'),
  )
}

/** Buttons that open the form, one for each word. */
function offerToAdd(words: readonly string[]): KnownBlock[] {
  const shown = words.slice(0, max.unknown)
  const which = shown.length < words.length ? ` (the first ${shown.length} of ${words.length})` : ''
  return [
    section(`Not in the glossary${which}:`),
    row(shown.map((word, i) => button(`Add ${word}`, `${actions.add}.${i}`, word))),
  ]
}
