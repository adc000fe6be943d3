import { Problem } from '../problem.ts'
import { ephemeral, type Message, quoted, section } from './blocks.ts'
import type { Command } from './commands.ts'
import { escapeText } from './mrkdwn.ts'
import type { SlackRequest } from './requester.ts'
import { runCommand } from './run-command.ts'

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
    return ephemeral(
      text,
      typed ? [section(text), section('You typed:'), ...quoted(typed)] : undefined,
    )
  }
}

function longText(command: Command): string | null {
  if (command.verb === 'dispute') return command.reason
  if (command.verb !== 'add') return null
  const { name, full_name, definition } = command
  return `add ${name}${full_name === null ? '' : ` (${full_name})`} -- ${definition}`
}
