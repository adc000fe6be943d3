import { ErrorCode, type GetPromptRequest, McpError } from '@modelcontextprotocol/sdk/types.js'
import { explainText } from '../lookup/text-to-explanation.ts'
import { storable } from '../schemas/text.ts'
import type { McpContext } from './context.ts'
import { fittingTerms } from './fitting.ts'
import { toMeaningResult } from './term-result.ts'

const explainJargon = {
  name: 'explain_jargon',
  title: 'Explain jargon',
  description: 'Explains the company jargon in a text, using only the definitions in the glossary.',
  arguments: [{ name: 'text', description: 'The text, up to 10,000 characters.', required: true }],
}

export const prompts = [explainJargon]

const maxTextLength = 10_000
const maxTerms = 50
/** Of terms: they are JSON within a text, whose quotes are sent with one more backslash. */
const maxBytes = 60_000

const task =
  'Explain the company jargon in the text below to a new employee. For each term below, say in one sentence what it means in this text. If a name has several meanings, choose the one that fits the context and say that you chose. Say so if a definition is not official or is stale. List separately the words that look like jargon but are not in the glossary, and do not guess what they mean. Use get_term and search_terms to look up more.'

/** @throws McpError if the prompt is unknown, or the text is missing or too long */
export async function getPrompt(ctx: McpContext, { name, arguments: args }: GetPromptRequest['params']) {
  const text = storable(args?.text ?? '').trim()
  if (name !== explainJargon.name) {
    throw new McpError(ErrorCode.InvalidParams, `Unknown prompt: ${name}`)
  }
  if (!text || text.length > maxTextLength) {
    throw new McpError(ErrorCode.InvalidParams, `text must be 1 to ${maxTextLength} characters long`)
  }
  const { terms } = await explainText(ctx, text, { readerId: ctx.person })
  const shown = fittingTerms(
    terms.slice(0, maxTerms).map((term) => toMeaningResult(ctx.settings, term)),
    maxBytes,
  )
  const lines = shown.map((term) => JSON.stringify(term))
  if (lines.length < terms.length) lines.push('(More terms occur in the text: use get_term.)')
  const message = [
    task,
    `The terms in the text that the glossary has, one JSON object per line:\n${lines.join('\n') || '(none)'}`,
    `The text:\n<text>\n${text}\n</text>`,
  ].join('\n\n')
  return {
    description: explainJargon.description,
    messages: [{ role: 'user' as const, content: { type: 'text' as const, text: message } }],
  }
}
