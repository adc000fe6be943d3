import * as assert from 'uvu/assert'
import type { Answer } from './test-service.ts'

type Element = { text?: string | { text: string }; value?: string; url?: string; action_id: string }
type Block = { type: string; text?: { text: string }; elements?: Element[] }
/** A message as it was sent to Slack, or answered to it. */
export type Sent = { text: string; blocks?: Block[] }
/** A button that somebody can press. */
export type SentButton = { label: string; action_id: string; value?: string; url?: string }

/** What people read of a message: its texts but for the buttons, a line each. */
export const textOf = ({ text, blocks }: Sent): string =>
  (blocks?.flatMap(texts) ?? [text]).join('\n')

const texts = ({ text, elements = [] }: Block) => [
  ...(text ? [text.text] : []),
  ...elements.flatMap((element) => (typeof element.text === 'string' ? [element.text] : [])),
]

/** The buttons of a message, in their order. */
export const buttonsOf = ({ blocks = [] }: Sent): SentButton[] =>
  blocks
    .filter(({ type }) => type === 'actions')
    .flatMap(({ elements = [] }) => elements)
    .map(({ text, ...rest }) => ({ label: typeof text === 'object' ? text.text : '', ...rest }))

/** What people read in an answer that they alone see. */
export function read({ status, body }: Answer): string {
  assert.is(status, 200)
  assert.is(body.response_type, 'ephemeral')
  return textOf(body)
}
