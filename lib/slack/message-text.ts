import { escapeText } from './mrkdwn.ts'

/** Whether a person wrote a message, as opposed to a notice by Slack. */
export const isWrittenByPerson = (subtype: string | undefined): boolean =>
  subtype === undefined || ['thread_broadcast', 'file_share', 'me_message'].includes(subtype)

/** A message, or a part of one: a block, an element of a block, an attachment. */
type Part = { type?: unknown; style?: { code?: unknown } | null } & Record<string, unknown>

/** The text of a message in mrkdwn. If Slack has none, it is that of the blocks, else that of the attachments. */
export function textOfMessage({ text, blocks, attachments }: Record<string, unknown>): string {
  return [text, blocks, attachments].map((part) => textOf(part)).find(hasWords) ?? ''
}

const hasWords = (text: string) => text.trim() !== ''

/** Deeper than Slack nests anything. */
const maxDepth = 15

/** What holds texts, in the order in which Slack shows it. */
const members = 'pretext author_name title text fields value rows elements blocks message_blocks message'

function textOf(part: unknown, depth = 0): string {
  if (typeof part === 'string') return part
  if (typeof part !== 'object' || part === null || depth > maxDepth) return ''
  const join = (parts: unknown[], between: string) =>
    parts
      .map((each) => textOf(each, depth + 1))
      .filter(Boolean)
      .join(between)
  if (Array.isArray(part)) return join(part, '\n')
  const { type, text, elements, style, ...others } = part as Part
  const inLine = () => (Array.isArray(elements) ? join(elements, '') : '')
  switch (type) {
    case 'rich_text_section':
    case 'rich_text_quote':
      return inLine()
    case 'rich_text_preformatted':
      return `\`\`\`${inLine()}\`\`\``
    case 'text':
    case 'link':
      return asWritten(text, style?.code === true)
    case 'plain_text':
    case 'raw_text':
    case 'markdown':
      return asWritten(text, false)
    case 'emoji':
    case 'user':
    case 'channel':
      return ' '
    case 'actions':
    case 'input':
      return ''
  }
  const all: Record<string, unknown> = { ...others, text, elements }
  const texts = join(
    members.split(' ').map((name) => all[name]),
    '\n',
  )
  return texts || textOf(all.fallback, depth + 1)
}

/** A text that is not in mrkdwn yet. */
function asWritten(text: unknown, isCode: boolean) {
  if (typeof text !== 'string') return ''
  return isCode ? `\`${escapeText(text)}\`` : escapeText(text)
}
