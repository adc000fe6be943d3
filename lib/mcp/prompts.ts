import { ErrorCode, type GetPromptRequest, McpError } from '@modelcontextprotocol/sdk/types.js'
import { findInText } from '../glossary/find.ts'
import type { McpContext } from './context.ts'
import { toFacts } from './term-result.ts'

export const prompts = [
  {
    name: 'explain_jargon',
    title: 'Explain the jargon',
    description: 'Explains the company jargon in a text, from the glossary and without guessing.',
    arguments: [
      { name: 'text', description: 'The text, up to 10,000 characters.', required: true },
    ],
  },
]

const longestText = 10_000
const mostTerms = 50

/** @throws McpError for another prompt, or without a text */
export async function getPrompt(
  ctx: McpContext,
  { name, arguments: args }: GetPromptRequest['params'],
) {
  const text = args?.text?.trim()
  if (name !== prompts[0]?.name)
    throw new McpError(ErrorCode.InvalidParams, `Unknown prompt: ${name}`)
  if (!text || text.length > longestText) {
    throw new McpError(ErrorCode.InvalidParams, `text must be 1 to ${longestText} characters long`)
  }
  const terms = await findInText(ctx, text)
  const known = terms.slice(0, mostTerms).map((term) => JSON.stringify(toFacts(ctx.settings, term)))
  const message = [
    'Explain the company jargon in the text below to somebody who is new here. For every term the glossary knows, say in one sentence what it means in this text; where a name has several meanings, choose by context and say so. Mention it if a definition is not official or is stale. List separately what looks like jargon but is not in the glossary, and do not guess what that means; get_term and search_terms can look further.',
    `What the glossary knows of the terms in the text, one JSON object a line:\n${known.join('\n') || '(nothing)'}`,
    `The text:\n<text>\n${text}\n</text>`,
  ].join('\n\n')
  return {
    description: prompts[0].description,
    messages: [{ role: 'user' as const, content: { type: 'text' as const, text: message } }],
  }
}
