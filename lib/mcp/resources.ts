import { type CompleteRequest, McpError, type ReadResourceRequest } from '@modelcontextprotocol/sdk/types.js'
import * as v from 'valibot'
import { title, toSection } from '../export/markdown.ts'
import { completeName as findNames } from '../glossary/read.ts'
import { relatedBy } from '../glossary/relations.ts'
import { findMeanings } from '../lookup/typed-to-terms.ts'
import type { RelatedTerm } from '../schemas/term.ts'
import { query, storable } from '../schemas/text.ts'
import type { McpContext } from './context.ts'
import { fitting } from './fitting.ts'
import { resourceNotFound } from './json-rpc.ts'

const termPrefix = 'glossary://terms/'
const termTemplate = `${termPrefix}{name}`
const mimeType = 'text/markdown'

export const resourceTemplates = [
  {
    uriTemplate: termTemplate,
    name: 'term',
    title: 'Term',
    description:
      'The meanings that a name has in this company, at most 20, most trusted first; up to 100 KB of them. Another name or the full name of a term works as well.',
    mimeType,
  },
]

/** @throws McpError -32002 (resource not found) if the URI is not ours or the glossary does not have what it names */
export async function readResource(ctx: McpContext, { uri }: ReadResourceRequest['params']) {
  const text = await readTerms(ctx, uri)
  if (text === null) {
    const message = 'The glossary has no term with this name.'
    throw new McpError(resourceNotFound, message, { uri })
  }
  return { contents: [{ uri, mimeType, text }] }
}

async function readTerms(ctx: McpContext, uri: string): Promise<string | null> {
  const name = parseName(uri)
  const found = name === null ? null : await findMeanings(ctx, name, { readerId: ctx.person })
  if (!found || found.match === 'none') return null
  const { terms, total } = found
  return toDocument(ctx, { terms, total, filter: { name: terms[0]?.name ?? '' } })
}

type Listed = { terms: readonly RelatedTerm[]; total: number; filter: Record<string, string> }

/** Terms as Markdown, as many as fit, with a link to the others. */
function toDocument({ settings }: McpContext, { terms, total, filter }: Listed): string {
  const shown = fitting(terms.map((term) => toSection({ ...term, replaced_by: namesOfReplacing(term) })))
  const document = title + shown.join('')
  const rest = total - shown.length
  if (rest === 0) return document
  return `${document}\nAnd ${rest} more: <${settings.appUrl}/?${new URLSearchParams(filter)}>\n`
}

const namesOfReplacing = ({ relations }: RelatedTerm) => relatedBy('replaced_by', relations).map(({ name }) => name)

const Name = query(200)

function parseName(uri: string): string | null {
  if (!uri.startsWith(termPrefix)) return null
  try {
    const name = v.safeParse(Name, decodeURIComponent(uri.slice(termPrefix.length)))
    return name.success ? name.output : null
  } catch {
    return null
  }
}

/** Completes the name in a resource template. References other than to these have no completions. */
export async function completeName(ctx: McpContext, { ref, argument }: CompleteRequest['params']) {
  if (ref.type !== 'ref/resource' || ref.uri !== termTemplate) return toCompletion([], 0)
  const { names, total } = await findNames(ctx, storable(argument.value))
  return toCompletion(names, total)
}

const toCompletion = (names: readonly string[], total: number) => ({
  completion: { values: [...names], total, hasMore: total > names.length },
})
