import { type CompleteRequest, McpError } from '@modelcontextprotocol/sdk/types.js'
import { toMarkdown } from '../export/markdown.ts'
import * as glossary from '../glossary/find.ts'
import { storable } from '../schemas/text.ts'
import type { McpContext } from './context.ts'

const uriPrefix = 'glossary://terms/'
const uriTemplate = `${uriPrefix}{name}`

export const resourceTemplates = [
  {
    uriTemplate,
    name: 'term',
    title: 'Term',
    description: 'All meanings that a name has in this company, most trusted first.',
    mimeType: 'text/markdown',
  },
]

const resourceNotFound = -32002

/** @throws McpError -32002 (resource not found) if the URI is not ours or no term has the name */
export async function readResource(ctx: McpContext, uri: string) {
  const name = parseName(uri)
  const terms = name === null ? [] : await glossary.findByNames(ctx, [name])
  if (terms.length === 0) {
    throw new McpError(resourceNotFound, 'The glossary has no term with this name.', { uri })
  }
  return { contents: [{ uri, mimeType: 'text/markdown', text: toMarkdown(terms) }] }
}

function parseName(uri: string): string | null {
  if (!uri.startsWith(uriPrefix)) return null
  try {
    return storable(decodeURIComponent(uri.slice(uriPrefix.length)))
      .normalize('NFC')
      .trim()
  } catch {
    return null
  }
}

/** Completes the name in the resource template. References other than to this template have no completions. */
export async function completeName(ctx: McpContext, { ref, argument }: CompleteRequest['params']) {
  if (ref.type !== 'ref/resource' || ref.uri !== uriTemplate) {
    return { completion: { values: [], total: 0, hasMore: false } }
  }
  const { names, total } = await glossary.completeName(ctx, storable(argument.value))
  return { completion: { values: names, total, hasMore: total > names.length } }
}
