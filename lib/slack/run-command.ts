import type { Settings } from '../settings.ts'
import { ephemeral, type Message, note, section } from './blocks.ts'
import type { Command } from './commands.ts'
import { exportTerms } from './export-command.ts'
import { define, list, search } from './lookups.ts'
import { escapeText, link } from './mrkdwn.ts'
import type { SlackRequest } from './requester.ts'
import { sendToken } from './token-command.ts'
import { add, dispute, vote } from './voting.ts'

/**
 * Answers a command.
 *
 * @throws Problem what the glossary refuses, and that the database cannot be reached
 */
export async function runCommand(ask: SlackRequest, command: Command): Promise<Message> {
  switch (command.verb) {
    case 'help':
      return help(ask.settings)
    case 'usage':
      return ephemeral(`Use it like this: \`${escapeText(command.usage)}\``)
    case 'define':
      return define(ask, command.name)
    case 'search':
      return search(ask, command.words)
    case 'add':
      return add(ask, command)
    case 'vote':
      return vote(ask, command.name)
    case 'dispute':
      return dispute(ask, command.name, command.reason)
    case 'list':
      return list(ask, command.status)
    case 'export':
      return exportTerms(ask, command.status)
    case 'token':
      return sendToken(ask, command.name)
  }
}

const commands: [example: string, what: string][] = [
  ['SLA', 'what SLA means here'],
  ['search on call', 'terms about something'],
  ['add SLA (Service Level Agreement) -- What we promise customers', 'add a term'],
  ['vote SLA', 'say that a meaning is right'],
  ['dispute SLA -- It is 99.9 % now', 'say that it is not'],
  ['list official', 'all terms of a status'],
  ['export', 'all official terms as Markdown'],
  ['token my script', 'get an API token, in a direct message'],
]

function help({ appUrl }: Settings): Message {
  const lines = commands.map(([example, what]) => `• \`${escapeText(example)}\` ${what}`)
  return ephemeral('What the glossary can do', [
    section(['Type the command, then:', ...lines].join('\n')),
    note(`Only you see the answers. ${link(appUrl, 'Open the glossary')}`),
  ])
}
