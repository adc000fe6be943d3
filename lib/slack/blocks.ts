import type { ActionsBlockElement, Button, KnownBlock, ModalView, SectionBlock } from '@slack/types'
import { linkName } from '../glossary/links.ts'
import { relatedBy, totalBy } from '../glossary/relations.ts'
import { inChosenLanguage } from '../glossary/translated.ts'
import { unexplained } from '../glossary/unexplained.ts'
import type { Meaning } from '../lookup/typed-to-terms.ts'
import type { Link } from '../schemas/links.ts'
import { listedKinds, relationWords, useInstead } from '../schemas/relations.ts'
import { describeDisputed, describeWrong, stateWords } from '../schemas/states.ts'
import type { Relations, ShownRelation, Term } from '../schemas/term.ts'
import { firstSentence } from '../schemas/text.ts'
import { cut, escapeText, escapeWithin, link } from './mrkdwn.ts'

/** A message for the Slack API, including the fields that only a `response_url` accepts. */
export type Message = {
  /** shown in notifications and read by screen readers */
  text: string
  blocks?: KnownBlock[]
  response_type?: 'ephemeral' | 'in_channel'
  replace_original?: boolean
}
export type View = ModalView

/** The ids of the bot's buttons and shortcuts, which Slack sends back. Comments: what the button's value holds. */
export const actions = {
  share: 'share_term', // the id of a term
  vote: 'vote_term', // the id of a term
  dispute: 'dispute_term', // JSON: the id of a term, and the reason
  define: 'define_term', // a name
  add: 'add_term', // a name
  ask: 'ask_colleagues', // a name
  addMeaning: 'add_meaning', // JSON: a new term
  change: 'change_term', // the id of a term
  confirm: 'confirm_term', // the id of a term
  disown: 'disown_term', // the id of a term
  claim: 'claim_term', // the id of a term
  accept: 'accept_proposal', // the id of a proposal
  decline: 'decline_proposal', // the id of a proposal
  uphold: 'uphold_report', // the id of a dispute
  dismiss: 'dismiss_report', // the id of a dispute
  open: 'open_term', // empty: the button is a link
  explain: 'explain_jargon',
} as const

/**
 * Block Kit's limits in UTF-16 units, with a margin. The limit of a whole message is undocumented: Slack
 * refuses messages of about 12,000 (slackapi/bolt-js#2509). Up to 1500 of these are for the link below the
 * blocks, whose URL encodes a name in up to twelve times its length.
 */
const maxLength = {
  section: 2900,
  button: 75,
  message: 10_000,
  name: 300,
  fullName: 400,
  otherNames: 600,
  reasons: 300,
}

/** The most meanings, results or names in one message. */
export const maxShown = 8

/** The most UTF-16 units in the value of a button. */
export const maxButtonValue = 2000

/** A message that only the requester sees. */
export const ephemeral = (text: string, blocks?: KnownBlock[]): Message => ({
  text,
  ...(blocks && { blocks }),
  response_type: 'ephemeral',
})

/** A paragraph of at most 3000 UTF-16 units. */
export const section = (mrkdwn: string): SectionBlock => ({ type: 'section', text: { type: 'mrkdwn', text: mrkdwn } })

/** How many UTF-16 units of a text each block quotes, and how many blocks there are: more than the longest command. */
const quote = { length: 1400, blocks: 5 }

/** What was typed, so that it can be copied: of more than 7,000 UTF-16 units, the beginning. */
export const quoted = (text: string): SectionBlock[] =>
  Array.from({ length: Math.min(quote.blocks, Math.ceil(text.length / quote.length)) }, (_, i) => {
    const part = text.slice(i * quote.length, (i + 1) * quote.length).replaceAll('```', "'''")
    return section(`\`\`\`\n${escapeWithin(part, maxLength.section - 10)}\n\`\`\``)
  })

/** A line of small text. */
export const note = (mrkdwn: string): KnownBlock => ({ type: 'context', elements: [{ type: 'mrkdwn', text: mrkdwn }] })

/** Buttons in a row. Slack refuses two with the same action id. */
export const row = (elements: ActionsBlockElement[]): KnownBlock => ({ type: 'actions', elements })

/**
 * A button that sends its value to the bot.
 *
 * @param action one of `actions`; in a row with several buttons of one action, followed by a dot and a number
 * @param value at most 2000 UTF-16 units
 */
export const button = (label: string, action: string, value: string): Button => ({
  type: 'button',
  text: { type: 'plain_text', text: cut(label, maxLength.button) },
  action_id: action,
  value,
})

/** A button that opens a URL, and sends nothing that the bot answers. */
export const linkButton = (label: string, url: string): Button => ({
  type: 'button',
  text: { type: 'plain_text', text: label },
  action_id: actions.open,
  url,
})

/** The URL of a search on the web, which a message links to. */
export const searchUrl = (appUrl: string, q: string) => `${appUrl}/?${new URLSearchParams({ q })}`

/** The URL of the page that a message about a term links to. */
export const termUrl = (appUrl: string, id: string) => `${appUrl}/terms/${id}`

/**
 * A term's name, full name, definition, status, votes, category and other names.
 *
 * @param maxDefinition the most UTF-16 units of the definition, up to 1900; a longer one is cut and linked
 */
export function termBlocks(appUrl: string, term: Term & WithRelations, maxDefinition = 1900): KnownBlock[] {
  const shown = inChosenLanguage(term)
  const text = shown.definition || unexplained
  const definition = escapeWithin(text, maxDefinition)
  const isCut = definition !== escapeText(text)
  const more = isCut ? ` ${link(termUrl(appUrl, term.id), 'Read on')}` : ''
  const wrong = describeWrong(term)
  const warning = wrong === null ? '' : `\n:warning: ${escapeWithin(wrong, maxLength.reasons)}`
  return [
    section([...replacedLine(appUrl, term), `${headline(shown)}${warning}`, `${definition}${more}`].join('\n')),
    ...(shown.note === undefined ? [] : [note(shown.note)]),
    ...relationLines(appUrl, term).map(note),
    note(statusLine(term)),
    ...(term.links.length > 0 ? [note(linkLine(term.links))] : []),
  ]
}

type WithRelations = Partial<Relations>

/** What to say instead of a term that another one replaces, before anything else. */
const replacedLine = (appUrl: string, { relations }: WithRelations) =>
  relatedBy('replaced_by', relations).map(
    ({ id, name }) => `${useInstead.before}${link(termUrl(appUrl, id), name, 120)}${useInstead.after}.`,
  )

/** How a term is related to others, a line for each kind; of those that it is confused with, how they begin. */
function relationLines(appUrl: string, term: Term & WithRelations): string[] {
  const linked = ({ id, name }: ShownRelation['term']) => link(termUrl(appUrl, id), name, 120)
  const defined = (other: ShownRelation['term']) =>
    `${linked(other)} (${escapeWithin(firstSentence(other.definition), 200)})`
  return listedKinds.flatMap((kind) => {
    const others = relatedBy(kind, term.relations)
    if (others.length === 0) return []
    const [most, write, separator] = kind === 'differs_from' ? [3, defined, '; '] : [maxShown, linked, ', ']
    const listed = others.slice(0, most).map(write).join(separator)
    const rest = totalBy(kind, term) - Math.min(most, others.length)
    const url = `${termUrl(appUrl, term.id)}/relations?kind=${kind}`
    return [`${relationWords[kind].heading} ${listed}${rest > 0 ? ` and ${link(url, `${rest} more`)}` : ''}`]
  })
}

/** The first links of a term; URLs can be so long that few fit. */
const linkLine = (links: readonly Link[]) =>
  `From ${links
    .slice(0, maxLinks)
    .map((each) => link(each.url, linkName(each), 80))
    .join(' · ')}`
const maxLinks = 3

/** A name in bold, in mrkdwn. */
export const bold = (name: string) => `*${escapeWithin(name, maxLength.name)}*`

type Named = Pick<Term, 'name' | 'full_name'> & { originalName?: string }

/** The name and full name of a term, in mrkdwn, with its own name beside that in another language. */
export function headline({ name, full_name, originalName }: Named) {
  const full = full_name === null ? '' : ` (${escapeWithin(full_name, maxLength.fullName)})`
  const original = originalName === undefined ? '' : ` · ${escapeWithin(originalName, maxLength.name)}`
  return `${bold(name)}${original}${full}`
}

/** Says which alias of the term was looked up, and whether to use it. Null if it was no alias. */
export function describeAlias({ name, matched }: Meaning): string | null {
  if (!matched) return null
  const alias = `“${escapeWithin(matched.name, maxLength.name)}”`
  switch (matched.kind) {
    case 'discouraged':
      return `Say ${bold(name)}, not ${alias}.`
    case 'misspelling':
      return `${alias} is a misspelling of ${bold(name)}.`
    case 'alias':
      return `${alias} is another name of ${bold(name)}.`
    default:
      return null
  }
}

function statusLine(term: Term) {
  const { status, vote_count, category, is_stale, aliases } = term
  const votes = vote_count === 1 ? '1 vote' : `${vote_count} votes`
  const { name, label = name } = stateWords[status]
  const parts = [describeDisputed(term) ?? label, votes]
  if (category !== null) parts.push(escapeText(category))
  if (is_stale) parts.push('may be out of date')
  const otherNames = aliases.filter(({ kind }) => kind === 'alias').map(({ name }) => name)
  if (otherNames.length > 0) {
    parts.push(`also called ${escapeWithin(otherNames.join(', '), maxLength.otherNames)}`)
  }
  return parts.join(' · ')
}

/** The buttons below a definition: to share it, to vote unless it is wrong, to change it, and to open its page. */
export const termButtons = (appUrl: string, term: Pick<Term, 'id' | 'needs_correction'>): KnownBlock =>
  row([
    button('Share in channel', actions.share, term.id),
    ...(term.needs_correction ? [] : [button('Vote', actions.vote, term.id)]),
    button('Change', actions.change, term.id),
    linkButton('Open term', termUrl(appUrl, term.id)),
  ])

/** A number of terms with its noun: "1 term", "3 terms". */
export const countTerms = (count: number) => (count === 1 ? '1 term' : `${count} terms`)

/** One line about a term, for lists. */
export function termLine(appUrl: string, term: Term & WithRelations): string {
  const { name, full_name, definition, originalName, note } = inChosenLanguage(term)
  const original = originalName === undefined ? '' : ` · ${escapeWithin(originalName, 120)}`
  const full = full_name === null ? '' : ` (${escapeWithin(full_name, 120)})`
  const excerpt = escapeWithin((definition || unexplained).replace(/\s+/g, ' '), 140)
  const text = [...replacedLine(appUrl, term), excerpt].join(' ')
  const about = [describeDisputed(term) ?? term.status, ...(note === undefined ? [] : [note])].join(' · ')
  return `• ${link(termUrl(appUrl, term.id), name, 120)}${original}${full}: ${text} _${about}_`
}

/** Returns the first groups of blocks, as many as fit into one message. */
export function fitting(groups: readonly KnownBlock[][]): KnownBlock[][] {
  let size = 0
  return groups.filter((group) => {
    size += JSON.stringify(group).length
    return size <= maxLength.message
  })
}

/** Joins lines into as few sections as possible. */
export function sections(lines: readonly string[]): SectionBlock[] {
  const texts: string[] = []
  for (const line of lines) {
    const last = texts.at(-1)
    if (last !== undefined && last.length + line.length < maxLength.section) {
      texts[texts.length - 1] = `${last}\n${line}`
    } else texts.push(line)
  }
  return texts.map(section)
}
