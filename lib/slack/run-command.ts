import type { Settings } from '../app/settings.ts'
import { add } from './add.ts'
import { ephemeral, type Message, note, quoted, section } from './blocks.ts'
import { type Command, usageOf } from './commands.ts'
import { explain } from './explain.ts'
import { exportTerms } from './export-command.ts'
import { define, defineWhole, list, search } from './lookups.ts'
import { escapeText, link } from './mrkdwn.ts'
import type { SlackRequest } from './requester.ts'
import { sendToken } from './token-command.ts'
import { dispute, vote } from './voting.ts'

/**
 * Runs a command and returns its answer.
 *
 * @throws Problem if the glossary refuses it or the database cannot be reached
 */
export async function runCommand(request: SlackRequest, command: Command): Promise<Message> {
  switch (command.verb) {
    case 'help':
      return help(request.settings, command.about)
    case 'usage':
      return usage(command)
    case 'foreign':
      return (await defineWhole(request, command.text)) ?? refuse(command)
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

const refuse = ({ wish, instead }: Command & { verb: 'foreign' }): Message =>
  ephemeral(`I can’t ${wish}. Type this instead:`, [
    section(`I can’t ${wish}; type this instead:`),
    ...quoted(instead),
    note('Whoever may edit a term has *Change* below it. `help` lists all commands.'),
  ])

/** @param about a verb; otherwise all are listed */
function help({ appUrl }: Settings, about?: string): Message {
  const shown =
    about === undefined ? commands : commands.filter(([example]) => example.split(' ')[0] === about)
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
