import { withoutGreeting } from '../schemas/wanted.ts'
import { type Command, parseCommand } from './commands.ts'
import { emoji, mentionedIds, typedText, unescapeText, withoutEmojiWithin, writtenText } from './mrkdwn.ts'
import type { SlackRequest } from './requester.ts'
import { SlackError } from './slack-error.ts'

const before = new RegExp(String.raw`^(?:${emoji}|[\s,;:!.?–—-])+`, 'i')
const onlyEmoji = new RegExp(String.raw`^${emoji}\s*$`, 'i')

/** Parses the text of a slash command. In the definition of a term, links and mentions are written out. */
export const readCommand = (request: SlackRequest, mrkdwn: string): Promise<Command> =>
  writeOut(request, mrkdwn, withWords(parseCommand(withoutEmojiAfter(unescapeText(mrkdwn)))))

/**
 * Parses a message to the bot. A command may stand behind a greeting; the greeting alone asks for help. In the
 * definition of a term, links and mentions are written out.
 */
export async function readMessage(request: SlackRequest, mrkdwn: string): Promise<Command> {
  const text = withoutEmoji(typedText(mrkdwn))
  const greeted = withoutEmoji(withoutGreeting(text))
  const command = parseCommand(greeted)
  const isName = command.verb === 'define'
  return isName ? withWords(parseCommand(text)) : writeOut(request, mrkdwn, command)
}

/** Names of emoji are no words. */
const withWords = (command: Command): Command =>
  command.verb === 'define' ? { ...command, name: withoutEmojiWithin(command.name) || command.name } : command

const withoutEmoji = (text: string) => withoutEmojiAfter(withoutEmojiBefore(text))

/** Parses a command that adds a term again, with links and mentions written out. */
async function writeOut(request: SlackRequest, mrkdwn: string, command: Command) {
  const isAdd = command.verb === 'add' || (command.verb === 'usage' && command.meant !== undefined)
  if (!isAdd) return command
  const names = await findNames(request, mentionedIds(mrkdwn))
  const text = writtenText(mrkdwn, (id) => names.get(id) ?? null)
  return parseCommand(withoutEmojiBefore(withoutGreeting(withoutEmojiBefore(text))))
}

const withoutEmojiBefore = (text: string) => text.replace(before, '')

/** Word by word, because a pattern for the end of a text takes seconds for ten thousand spaces. */
function withoutEmojiAfter(text: string) {
  const words = text.split(/(?<=\s)(?=\S)/)
  while (words.length > 1 && onlyEmoji.test(words.at(-1) ?? '')) words.pop()
  return words.join('')
}

/** Nobody mentions more people in a definition. */
const maxMentions = 10

/** The names of people in Slack; not those of bots, such as this one. */
async function findNames({ db, slack }: SlackRequest, ids: readonly string[]) {
  const named = await Promise.all(
    ids.slice(0, maxMentions).map(async (id) => {
      const known = await db.one<{ display_name: string | null }>('slack/find-user', { messaging_user_id: id })
      return [id, known?.display_name ?? (await findInSlack(slack, id))] as const
    }),
  )
  return new Map(named)
}

async function findInSlack(slack: SlackRequest['slack'], id: string) {
  try {
    const { isBot, displayName } = await slack.findUser(id)
    return isBot ? null : displayName
  } catch (error) {
    if (!(error instanceof SlackError)) throw error
    return null
  }
}
