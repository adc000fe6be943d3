import { type CompleteRequest, McpError } from '@modelcontextprotocol/sdk/types.js'
import { toMarkdown } from '../export/markdown.ts'
import * as glossary from '../glossary/find.ts'
import type { McpContext } from './context.ts'

const uriStart = 'glossary://terms/'

/** Every name is a resource: all its meanings, as Markdown. */
export const resourceTemplates = [
  {
    uriTemplate: `${uriStart}{name}`,
    name: 'term',
    title: 'Term',
    description: 'What a name means in this company: every meaning, the most trusted one first.',
    mimeType: 'text/markdown',
  },
]

const resourceNotFound = -32002

/** @throws McpError -32002 (resource not found) for a name without a term, or a URI that is not ours */
export async function readResource(ctx: McpContext, uri: string) {
  const name = nameOf(uri)
  const terms = name === null ? [] : await glossary.findByNames(ctx, [name])
  if (terms.length === 0) {
    throw new McpError(resourceNotFound, 'The glossary has no term of this name.', { uri })
  }
  return { contents: [{ uri, mimeType: 'text/markdown', text: toMarkdown(terms) }] }
}

function nameOf(uri: string): string | null {
  if (!uri.startsWith(uriStart)) return null
  try {
    return decodeURIComponent(uri.slice(uriStart.length)).normalize('NFC').trim()
  } catch {
    return null
  }
}

/** Completes the name in the template of the resources; for anything else there is nothing to offer. */
export async function completeName(ctx: McpContext, { ref, argument }: CompleteRequest['params']) {
  if (ref.type !== 'ref/resource' || ref.uri !== resourceTemplates[0]?.uriTemplate) {
    return { completion: { values: [], total: 0, hasMore: false } }
  }
  const { names, total } = await glossary.completeName(ctx, argument.value)
  return { completion: { values: names, total, hasMore: total > names.length } }
}
