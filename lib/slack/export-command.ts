import { toMarkdown } from '../export/markdown.ts'
import { listTerms } from '../lookup/list.ts'
import type { Status } from '../schemas/term.ts'
import { ephemeral, fitting, type Message, section } from './blocks.ts'
import { escapeText, escapeWithin, link } from './mrkdwn.ts'
import type { SlackRequest } from './requester.ts'

/** How much of an export one message shows. Characters are counted after escaping. */
const max = { terms: 100, characters: 8000 }

/** Shows the terms with a status as Markdown, cut to fit into a message, with links to the full export. */
export async function exportTerms(request: SlackRequest, status: Status | 'all'): Promise<Message> {
  const filter = status === 'all' ? {} : { status }
  const { items, total } = await listTerms(request, filter, { limit: max.terms, offset: 0 })
  const kind = status === 'all' ? '' : `${status} `
  if (total === 0) return ephemeral(`There are no ${kind}terms to export.`)
  const count = `${total} ${kind}${total === 1 ? 'term' : 'terms'}`
  const markdown = toMarkdown(items)
  const escaped = escapeWithin(markdown, max.characters)
  const pieces = preformatted(escaped)
  const shown = fitting(pieces)
  const isAll =
    items.length === total && escaped === escapeText(markdown) && shown.length === pieces.length
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
