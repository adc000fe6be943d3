import { toMarkdown } from '../export/markdown.ts'
import { listTerms } from '../glossary/list.ts'
import type { Status } from '../schemas/term.ts'
import { ephemeral, fitting, type Message, section } from './blocks.ts'
import { escapeText, escapeWithin, link } from './mrkdwn.ts'
import type { SlackRequest } from './requester.ts'

/** As much of an export as one message may show; characters count after escaping. */
const room = { terms: 100, characters: 8000 }

/** Terms as Markdown, or the beginning of them, with links to all. */
export async function exportTerms(ask: SlackRequest, status: Status | 'all'): Promise<Message> {
  const filter = status === 'all' ? {} : { status }
  const { items, total } = await listTerms(ask, filter, { limit: room.terms, offset: 0 })
  const kind = status === 'all' ? '' : `${status} `
  if (total === 0) return ephemeral(`There are no ${kind}terms to export.`)
  const count = `${total} ${kind}${total === 1 ? 'term' : 'terms'}`
  const markdown = toMarkdown(items)
  const escaped = escapeWithin(markdown, room.characters)
  const pieces = preformatted(escaped)
  const shown = fitting(pieces)
  const isAll =
    items.length === total && escaped === escapeText(markdown) && shown.length === pieces.length
  const url = `${ask.settings.appUrl}/api/v1/export?status=${status}`
  const links = `${link(url, 'Download Markdown')}, ${link(`${url}&format=csv`, 'CSV')} or ${link(`${url}&format=json`, 'JSON')}`
  return ephemeral(`${count} as Markdown`, [
    section(`*${count}* ${isAll ? '' : '(the beginning; the download has all)'}\n${links}`),
    ...shown.flat(),
  ])
}

/** Up to the end of a line where there is one, and never within an entity or a surrogate pair. */
const piece = /[\s\S]{1,2700}(?:\n|$)|[\s\S]{1,2700}(?<!&[a-z]{0,3}|[\uD800-\uDBFF])/g

/** Text in as many blocks of fixed-width type as it needs. Escaped Markdown has no three backticks. */
const preformatted = (escaped: string) =>
  (escaped.match(piece) ?? []).map((text) => [section(`\`\`\`\n${text}\n\`\`\``)])
