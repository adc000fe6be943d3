import type { Settings } from '../app/settings.ts'
import { toMarkdown } from '../export/markdown.ts'
import { createApiToken } from '../identity/api-tokens.ts'
import { endCredential } from '../identity/end-credential.ts'
import { listTerms } from '../lookup/filter-to-terms.ts'
import { Problem } from '../problem.ts'
import { TokenRequest } from '../schemas/credentials.ts'
import { parse } from '../schemas/fields.ts'
import type { Status } from '../schemas/term.ts'
import { add } from './add.ts'
import { ephemeral, fitting, type Message, note, quoted, section } from './blocks.ts'
import { type Command, usageOf, type Wish } from './commands.ts'
import { explain } from './explain.ts'
import { define, defineWhole, list, search, unknownTerm, wholeMeanings } from './lookups.ts'
import { escapeText, escapeWithin, link } from './mrkdwn.ts'
import type { SlackRequest } from './requester.ts'
import { SlackError } from './slack-error.ts'
import { dispute, vote } from './voting.ts'

/**
 * Runs a command and returns its answer.
 *
 * @throws Problem if the glossary refuses it or the database cannot be reached
 */
async function runCommand(request: SlackRequest, command: Command): Promise<Message> {
  switch (command.verb) {
    case 'help':
      return help(request.settings, command.about)
    case 'usage':
      return usage(command)
    case 'foreign':
      return (await defineWhole(request, command.text)) ?? refuse(request, command)
    case 'define':
      return define(request, command.name)
    case 'search':
      return search(request, command.words)
    case 'explain':
      return explain(request, command.text)
    case 'add':
      return add(request, command)
    case 'vote':
      return vote(request, command.name)
    case 'dispute':
      return dispute(request, command.name, command.reason)
    case 'list':
      return list(request, command.status)
    case 'export':
      return exportTerms(request, command.status)
    case 'token':
      return sendToken(request, command.name)
  }
}

function usage({ usage, meant }: Command & { verb: 'usage' }): Message {
  const text = `Usage: \`${escapeText(usage)}\``
  if (!meant) return ephemeral(text)
  const intro = section(`${text}\nThis lacks ${meant.lacks}. To send it again, copy it:`)
  return ephemeral(text, [intro, ...quoted(meant.text)])
}

const commands: [example: string, what: string][] = [
  ['SLA', 'show what SLA means'],
  ['search on call', 'search all terms'],
  ['explain Our SLA covers P1s', 'explain the terms in a text'],
  ['add SLA (Service Level Agreement) -- What we promise customers', 'add a term'],
  ['vote SLA', 'vote for a term'],
  ['dispute SLA -- It is 99.9 % now', 'say that something is off'],
  ['list official', 'list the terms with a status'],
  ['export', 'export all official terms as Markdown'],
  ['token my script', 'get an API token in a direct message'],
]

const wishes: Record<Wish, string> = {
  add: 'add terms like that',
  change: 'change terms by a command',
  delete: 'delete terms',
}

/** Says what to type instead, which depends on whether the glossary has the name. */
async function refuse(request: SlackRequest, { wish, name, instead }: Command & { verb: 'foreign' }): Promise<Message> {
  const found = await wholeMeanings(request, name)
  if (wish === 'delete' && !found) return unknownTerm(request, { asked: name, did_you_mean: [] })
  if (wish === 'add' && found) return refuseTo('change', name)
  return refuseTo(wish, instead)
}

const refuseTo = (wish: Wish, instead: string): Message =>
  ephemeral(`I can’t ${wishes[wish]}. Type this instead:`, [
    section(`I can’t ${wishes[wish]}; type this instead:`),
    ...quoted(instead),
    note('Whoever may edit a term has *Change* below it. `help` lists all commands.'),
  ])

/** @param about a verb; otherwise all are listed */
function help({ appUrl }: Settings, about?: string): Message {
  const shown = about === undefined ? commands : commands.filter(([example]) => example.split(' ')[0] === about)
  const lines = shown.map(([example, what]) => `• \`${escapeText(example)}\` ${what}`)
  if (about !== undefined) {
    const usage = `Usage: \`${escapeText(usageOf(about))}\``
    return ephemeral(usage, [section([usage, ...lines].join('\n'))])
  }
  return ephemeral('Glossary commands', [
    section(['Type one of these after the command:', ...lines].join('\n')),
    note(`Only you can see the answers. ${link(appUrl, 'Open the glossary')}`),
  ])
}

/** How much of an export one message shows. Characters are counted after escaping. */
const max = { terms: 100, characters: 8000 }

/** Shows the terms with a status as Markdown, cut to fit into a message, with links to the full export. */
async function exportTerms(request: SlackRequest, status: Status | 'all'): Promise<Message> {
  const filter = status === 'all' ? {} : { status }
  const { items, total } = await listTerms(request, filter, { limit: max.terms, offset: 0 })
  const kind = status === 'all' ? '' : `${status} `
  if (total === 0) return ephemeral(`There are no ${kind}terms to export.`)
  const count = `${total} ${kind}${total === 1 ? 'term' : 'terms'}`
  const markdown = toMarkdown(items)
  const escaped = escapeWithin(markdown, max.characters)
  const pieces = preformatted(escaped)
  const shown = fitting(pieces)
  const isAll = items.length === total && escaped === escapeText(markdown) && shown.length === pieces.length
  const url = `${request.settings.appUrl}/api/v1/export?status=${status}`
  const links = [
    link(url, 'Download Markdown'),
    link(`${url}&format=csv`, 'CSV'),
    link(`${url}&format=json`, 'JSON'),
    link(`${request.settings.appUrl}/export?status=${status}`, 'other formats'),
  ].join(', ')
  return ephemeral(`${count} as Markdown`, [
    section(`*${count}* ${isAll ? '' : '(beginning only; download for all)'}\n${links}`),
    ...shown.flat(),
  ])
}

/** Up to 2700 characters, ending with a line if possible, never within an entity or surrogate pair. */
const piece = /[\s\S]{1,2700}(?:\n|$)|[\s\S]{1,2700}(?<!&[a-z]{0,3}|[\uD800-\uDBFF])/g

/** Splits text into preformatted blocks. Escaped Markdown cannot contain three backticks. */
const preformatted = (escaped: string) =>
  (escaped.match(piece) ?? []).map((text) => [section(`\`\`\`\n${text}\n\`\`\``)])

/** Creates an API token and sends it to the requester in a direct message. If that fails, revokes it. */
async function sendToken(request: SlackRequest, typed: string): Promise<Message> {
  const { requester, slack } = request
  const input = parse(TokenRequest, { name: typed })
  const { id, token } = await createApiToken(request, requester.actor, input)
  const name = escapeText(input.name)
  try {
    await slack.post({ channel: requester.slackId }, tokenMessage(request.settings, name, token))
  } catch (error) {
    if (!(error instanceof SlackError)) throw error
    await endCredential(request, requester.actor, 'token', id)
    request.log.warn({ reason: error.code, user_id: requester.actor.id }, 'a token could not be sent and was revoked')
    return ephemeral(
      `I could not send you a direct message (${escapeText(error.code)}), so the token was revoked. Open a conversation with the glossary app and try again.`,
    )
  }
  return ephemeral(`I sent you the token *${name}* in a direct message. Copy it now; you won't see it again.`)
}

function tokenMessage({ appUrl }: Settings, name: string, token: string): Message {
  return {
    text: `Your API token "${name}" for ${appUrl}: ${token}`,
    blocks: [
      section(`Your API token *${name}*:\n\`\`\`${token}\`\`\``),
      note(
        `It can read ${link(appUrl, 'the glossary')} within your own permissions. Keep it secret: copy it now and delete this message. You can revoke it under *My tokens*.`,
      ),
    ],
  }
}

/**
 * The message that explains a refusal.
 *
 * @throws `error` if it is not a refusal
 */
export function refusalMessage(error: unknown): Message {
  if (!(error instanceof Problem) || error.status >= 500) throw error
  return ephemeral(escapeText(error.sentence))
}

/** Runs a command. A refusal repeats a text that someone typed at length. */
export async function runOrRefuse(request: SlackRequest, command: Command): Promise<Message> {
  try {
    return await runCommand(request, command)
  } catch (error) {
    const { text } = refusalMessage(error)
    const typed = longText(command)
    return ephemeral(text, typed ? [section(text), section('You typed:'), ...quoted(typed)] : undefined)
  }
}

function longText(command: Command): string | null {
  if (command.verb === 'dispute') return command.reason
  if (command.verb !== 'add') return null
  const { name, full_name, definition } = command
  return `add ${name}${full_name === null ? '' : ` (${full_name})`} -- ${definition}`
}
