import * as assert from 'uvu/assert'
import type { Answer } from './test-service.ts'

type Element = { text?: string | { text: string }; value?: string; url?: string; action_id: string }
type Block = { type: string; text?: { text: string }; elements?: Element[] }
/** A message that was sent to Slack, or returned in a response. */
export type Sent = { text: string; blocks?: Block[] }
/** A button of a message. */
export type SentButton = { label: string; action_id: string; value?: string; url?: string }

/** The visible text of a message without its buttons, one line per block. */
export const textOf = ({ text, blocks }: Sent): string => (blocks?.flatMap(texts) ?? [text]).join('\n')

const texts = ({ text, elements = [] }: Block) => [
  ...(text ? [text.text] : []),
  ...elements.flatMap((element) => (typeof element.text === 'string' ? [element.text] : [])),
]

/** The buttons of a message in order. */
export const buttonsOf = ({ blocks = [] }: Sent): SentButton[] =>
  blocks
    .filter(({ type }) => type === 'actions')
    .flatMap(({ elements = [] }) => elements)
    .map(({ text, ...rest }) => ({ label: typeof text === 'object' ? text.text : '', ...rest }))

/** The visible text of an ephemeral response. */
export function read({ status, body }: Answer): string {
  assert.is(status, 200)
  assert.is(body.response_type, 'ephemeral')
  return textOf(body)
}
