import type { Page } from 'playwright-core'
import { flashMessage } from '../../lib/pages/flash-messages.ts'

/** The text of the notice for `?done=…`. */
export function noticeText(done: string): string {
  const text = flashMessage(`http://localhost/?done=${done}`)
  if (!text) throw new Error(`there is no notice for ${done}`)
  return text
}

/** The notice box that says what the last action has done. */
export const noticeOf = (page: Page, done: string) =>
  page.locator('.notice', { hasText: noticeText(done) })
