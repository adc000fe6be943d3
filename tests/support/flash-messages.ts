import { Problem, type ProblemCode } from '../../lib/problem.ts'
import { renderPart } from '../../lib/web/document.tsx'
import { flashMessage } from '../../lib/web/flash-messages.ts'
import { Refusal } from '../../lib/web/parts/form.tsx'
import type { Finder, FlowLocator } from './flow-page.ts'

/** The text of the notice for `?done=…`. */
export function noticeText(done: string): string {
  const text = flashMessage(`http://localhost/?done=${done}`)
  if (!text) throw new Error(`there is no message for ${done}`)
  return text
}

/** The notice box that says what the last action has done. */
export const noticeOf = (page: Finder, done: string): FlowLocator =>
  page.locator('.notice', { hasText: noticeText(done) })

/** The text above a form that was refused. */
export const refusalText = (code: ProblemCode) =>
  renderPart(Refusal({ problem: new Problem(code) })).replace(/<[^>]+>/g, '')
