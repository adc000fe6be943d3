import {
  type CompleteRequest,
  McpError,
  type ReadResourceRequest,
} from '@modelcontextprotocol/sdk/types.js'
import * as v from 'valibot'
import { title, toSection } from '../export/markdown.ts'
import { completeName as findNames } from '../glossary/find.ts'
import { findMeanings, type Meanings } from '../lookup/look-up.ts'
import { query, storable } from '../schemas/text.ts'
import type { McpContext } from './context.ts'
import { fitting } from './fitting.ts'

const uriPrefix = 'glossary://terms/'
const uriTemplate = `${uriPrefix}{name}`

export const resourceTemplates = [
  {
    uriTemplate,
    name: 'term',
    title: 'Term',
    description:
      'The meanings that a name has in this company, at most 20, most trusted first; up to 100 KB of them. Another name or the full name of a term works as well.',
    mimeType: 'text/markdown',
  },
]

const resourceNotFound = -32002

/** @throws McpError -32002 (resource not found) if the URI is not ours or no term has the name */
export async function readResource(ctx: McpContext, { uri }: ReadResourceRequest['params']) {
  const name = parseName(uri)
  const found = name === null ? null : await findMeanings(ctx, name)
  if (!found || found.match === 'none') {
    throw new McpError(resourceNotFound, 'The glossary has no term with this name.', { uri })
  }
  return { contents: [{ uri, mimeType: 'text/markdown', text: toDocument(ctx, found) }] }
}

/** The meanings as Markdown, as many as fit, with a link to the others. */
function toDocument({ settings }: McpContext, { terms, total }: Meanings): string {
  const shown = fitting(terms.map(toSection))
  const document = title + shown.join('')
  const rest = total - shown.length
  if (rest === 0) return document
  const url = `${settings.appUrl}/?${new URLSearchParams({ name: terms[0]?.name ?? '' })}`
  return `${document}\nAnd ${rest} more: <${url}>\n`
}

const Name = query(200)

function parseName(uri: string): string | null {
  if (!uri.startsWith(uriPrefix)) return null
  try {
    const name = v.safeParse(Name, decodeURIComponent(uri.slice(uriPrefix.length)))
    return name.success ? name.output : null
  } catch {
    return null
  }
}

/** Completes the name in the resource template. References other than to this template have no completions. */
export async function completeName(ctx: McpContext, { ref, argument }: CompleteRequest['params']) {
  if (ref.type !== 'ref/resource' || ref.uri !== uriTemplate) {
    return { completion: { values: [], total: 0, hasMore: false } }
  }
  const { names, total } = await findNames(ctx, storable(argument.value))
  return { completion: { values: names, total, hasMore: total > names.length } }
}
