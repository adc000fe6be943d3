// Removes the marks of text that becomes editable.

import { editable } from './editable.js'
import { unmark } from './marks.js'

const designModePauseMs = 250

/** Begins to watch the page. */
export function undoInEditable() {
  new MutationObserver((changes) => {
    for (const target of new Set(changes.map((change) => change.target))) {
      if (target.closest?.(editable)) unmark(target)
    }
  }).observe(document.documentElement, {
    subtree: true,
    childList: true,
    attributeFilter: ['contenteditable', 'role'],
  })
  // No event tells that designMode has been turned on.
  setInterval(() => document.designMode === 'on' && unmark(document), designModePauseMs)
}
