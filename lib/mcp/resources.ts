import { type CompleteRequest, McpError } from '@modelcontextprotocol/sdk/types.js'
import * as v from 'valibot'
import { toMarkdown } from '../export/markdown.ts'
import { completeName as findNames } from '../glossary/find.ts'
import { lookUp } from '../lookup/look-up.ts'
import { storable, text } from '../schemas/text.ts'
import type { McpContext } from './context.ts'

const uriPrefix = 'glossary://terms/'
const uriTemplate = `${uriPrefix}{name}`

export const resourceTemplates = [
  {
    uriTemplate,
    name: 'term',
    title: 'Term',
    description:
      'The meanings that a name has in this company, at most 20, most trusted first. Another name or the full name of a term works as well.',
    mimeType: 'text/markdown',
  },
]

const resourceNotFound = -32002

/** @throws McpError -32002 (resource not found) if the URI is not ours or no term has the name */
export async function readResource(ctx: McpContext, uri: string) {
  const name = parseName(uri)
  const { terms } = name === null ? { terms: [] } : await lookUp(ctx, name)
  if (terms.length === 0) {
    throw new McpError(resourceNotFound, 'The glossary has no term with this name.', { uri })
  }
  return { contents: [{ uri, mimeType: 'text/markdown', text: toMarkdown(terms) }] }
}

const Name = text(200)

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
