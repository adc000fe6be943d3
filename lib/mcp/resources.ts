import {
  type CompleteRequest,
  ErrorCode,
  type ListResourcesRequest,
  McpError,
  type ReadResourceRequest,
} from '@modelcontextprotocol/sdk/types.js'
import * as v from 'valibot'
import { title, toSection } from '../export/markdown.ts'
import { completeName as findNames } from '../glossary/find.ts'
import { listCategories } from '../lookup/browse.ts'
import { listTerms } from '../lookup/list.ts'
import { findMeanings } from '../lookup/look-up.ts'
import type { Term } from '../schemas/term.ts'
import { query, storable } from '../schemas/text.ts'
import type { McpContext } from './context.ts'
import { fitting } from './fitting.ts'
import { resourceNotFound } from './json-rpc.ts'

const termPrefix = 'glossary://terms/'
const categoryPrefix = 'glossary://categories/'
const termTemplate = `${termPrefix}{name}`
const categoryTemplate = `${categoryPrefix}{name}`
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
  {
    uriTemplate: categoryTemplate,
    name: 'category',
    title: 'Category',
    description: 'The terms in a category, sorted by name; up to 200 and 100 KB of them.',
    mimeType,
  },
]

/** Lists the categories, to browse: at most 100, by name. */
export async function listResources(ctx: McpContext, params?: ListResourcesRequest['params']) {
  if (params?.cursor !== undefined) throw new McpError(ErrorCode.InvalidParams, 'Unknown cursor')
  const categories = await listCategories(ctx)
  const resources = categories.map((name) => ({
    uri: categoryPrefix + encodeURIComponent(name),
    name,
    title: name,
    description: `The terms in the category ${name}.`,
    mimeType,
  }))
  return { resources }
}

/** @throws McpError -32002 (resource not found) if the URI is not ours or the glossary does not have what it names */
export async function readResource(ctx: McpContext, { uri }: ReadResourceRequest['params']) {
  const text = (await readTerms(ctx, uri)) ?? (await readCategory(ctx, uri))
  if (text === null) {
    const message = 'The glossary has no term or category with this name.'
    throw new McpError(resourceNotFound, message, { uri })
  }
  return { contents: [{ uri, mimeType, text }] }
}

async function readTerms(ctx: McpContext, uri: string): Promise<string | null> {
  const name = parseName(uri, termPrefix)
  const found = name === null ? null : await findMeanings(ctx, name)
  if (!found || found.match === 'none') return null
  const { terms, total } = found
  return toDocument(ctx, { terms, total, filter: { name: terms[0]?.name ?? '' } })
}

const maxListed = 200

async function readCategory(ctx: McpContext, uri: string): Promise<string | null> {
  const category = parseName(uri, categoryPrefix)
  if (category === null) return null
  const range = { limit: maxListed, offset: 0 }
  const { items, total } = await listTerms(ctx, { category }, range)
  return total === 0 ? null : toDocument(ctx, { terms: items, total, filter: { category } })
}

type Listed = { terms: readonly Term[]; total: number; filter: Record<string, string> }

/** Terms as Markdown, as many as fit, with a link to the others. */
function toDocument({ settings }: McpContext, { terms, total, filter }: Listed): string {
  const shown = fitting(terms.map(toSection))
  const document = title + shown.join('')
  const rest = total - shown.length
  if (rest === 0) return document
  return `${document}\nAnd ${rest} more: <${settings.appUrl}/?${new URLSearchParams(filter)}>\n`
}

const Name = query(200)

function parseName(uri: string, prefix: string): string | null {
  if (!uri.startsWith(prefix)) return null
  try {
    const name = v.safeParse(Name, decodeURIComponent(uri.slice(prefix.length)))
    return name.success ? name.output : null
  } catch {
    return null
  }
}

/** Completes the name in a resource template. References other than to these have no completions. */
export async function completeName(ctx: McpContext, { ref, argument }: CompleteRequest['params']) {
  const uri = ref.type === 'ref/resource' ? ref.uri : null
  const start = storable(argument.value)
  if (uri === termTemplate) {
    const { names, total } = await findNames(ctx, start)
    return toCompletion(names, total)
  }
  if (uri !== categoryTemplate) return toCompletion([], 0)
  const names = (await listCategories(ctx)).filter((name) =>
    name.toLowerCase().startsWith(start.toLowerCase()),
  )
  return toCompletion(names, names.length)
}

const toCompletion = (names: readonly string[], total: number) => ({
  completion: { values: [...names], total, hasMore: total > names.length },
})
