// The keys of the review queue. An item is decided in its place, and the next one becomes the current one at once, so
// that no key press has to wait for the server.

import { currentItem, currentReviewItem, markCurrent, moveTo, step, waitingItems } from './review-items.js'
import { finish, readMore } from './review-more.js'
import { decidedBefore, hideMessage, say, showCount, undoButton } from './review-said.js'

const decidedIds = []
undoButton.addEventListener('click', undoLast)

/** Whether the last decision is to be undone as soon as it is made. */
let isUndoWanted = false

/** Undoes the last decision. Those that cannot be undone are skipped and named. */
function undoLast() {
  const skipped = []
  isUndoWanted = document.getElementById(decidedIds.at(-1))?.matches('[data-deciding]')
  if (isUndoWanted) return
  while (decidedIds.length > 0) {
    const decided = document.getElementById(decidedIds.pop())
    const button = decided?.querySelector('[data-undoes]')
    const cannot = skipped.length > 0 ? `Cannot be undone: ${skipped.join(' ')}` : ''
    if (button) {
      say(cannot || 'Undone.')
      return button.click()
    }
    if (decided) skipped.push(textOf(decided))
  }
  say(skipped.length > 0 ? `Cannot be undone: ${skipped.join(' ')}` : 'There is nothing to undo.')
}

const selectedBoxes = () => document.querySelectorAll('.review-item [name="item"][type="checkbox"]:checked')

/** What a key acts on: all selected items, or the current one. */
function controlOf(key) {
  const control = `[aria-keyshortcuts="${key}"]`
  const ofSelection = selectedBoxes().length > 0 && document.querySelector(`#bulk ${control}:not([hidden])`)
  return ofSelection || currentReviewItem()?.querySelector(control)
}

function press(control) {
  if (control?.matches('summary')) {
    const { parentElement: form } = control
    form.open = true
    ;(form.querySelector('textarea') ?? form.querySelector('input:not([type="hidden"])')).focus()
  } else if (control?.matches('textarea')) control.focus()
  else control?.click()
}

const reviewKeys = {
  j: () => step(1),
  k: () => step(-1),
  o: () => currentReviewItem()?.querySelector('h2 a').click(),
  x: () => currentReviewItem()?.querySelector('[name="item"][type="checkbox"]')?.click(),
  u: undoLast,
  '?': () => document.querySelector('#keys').showModal(),
}

addEventListener('keydown', (event) => {
  const isText = event.target.matches('input:not([type="checkbox"]), textarea, select')
  if (!document.querySelector('#review') || document.querySelector('#keys').open || isText) return
  if (event.ctrlKey || event.metaKey || event.altKey) return
  hideMessage()
  const isLetter = /^[a-z]$/.test(event.key)
  const act = reviewKeys[event.key] ?? (isLetter && (() => press(controlOf(event.key))))
  if (!act) return
  event.preventDefault()
  act()
})
// Escape leaves a field, so that keys act on its item again.
addEventListener('keydown', ({ key, target, defaultPrevented }) => {
  if (key !== 'Escape' || defaultPrevented || !target.matches('#review :is(input:not([type="checkbox"]), textarea)'))
    return
  moveTo(target.closest('.review-item') ?? currentReviewItem())
})
function markItemOf({ target }) {
  const item = target.closest('.review-item:not([data-deciding])')
  if (!item) return
  // Who goes back to what they have asked wants to decide about it.
  if (item !== currentItem) delete item.dataset.setAside
  markCurrent(item)
}
// Not when the mouse button goes down: what is clicked must stay in its place.
addEventListener('click', markItemOf)
addEventListener('focusin', (event) => event.target.matches(':focus-visible') && markItemOf(event))

addEventListener('click', ({ target }) => {
  if (target.closest('[data-shows-keys]')) document.querySelector('#keys').showModal()
  if (target.closest('[data-skips]')) step(1)
  if (target.closest('[data-opens-form]')) currentItem.querySelector('.define textarea').focus()
})

// Of the decisions about the selection, those are offered that one of its items has, and named.
addEventListener('change', ({ target }) => {
  if (target.form?.id !== 'bulk') return
  const items = [...selectedBoxes()].map((box) => box.closest('.review-item'))
  for (const label of target.form.querySelectorAll('.bulk-label')) {
    const { kind, action } = label.dataset
    label.hidden = !items.some(
      (item) => item.id.startsWith(`item-${kind}-`) && item.querySelector(`button[value="${action}"]`),
    )
  }
  for (const button of target.form.querySelectorAll('button')) {
    button.hidden = !button.querySelector('.bulk-label:not([hidden])')
  }
  // Whoever wrote what is declined receives the reason.
  const isWritten = items.some(({ id }) => /^item-(proposed|disputed)-/.test(id))
  const reason = target.form.querySelector('.bulk-reason')
  if (!reason) return
  reason.hidden = !isWritten
  reason.control.required = isWritten
})
addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || !event.target.matches('.bulk-reason input')) return
  event.preventDefault()
  press(document.querySelector('#bulk [aria-keyshortcuts="d"]:not([hidden])'))
})

/** Changes the numbers of waiting items, whose IDs name their kinds. */
function changeCounts(id, by) {
  const kind = id.split('-')[1]
  for (const count of document.querySelectorAll(`[data-counts~="${kind}"]`)) {
    count.textContent = Math.max(0, Number(count.textContent) + by)
  }
}

const headerCount = document.querySelector('.main-nav [data-counts]')
/** How many items of the kinds that the header counts wait, as the tabs of the queue say. */
const countTabs = () =>
  (headerCount?.dataset.counts.split(' ') ?? [])
    .map((kind) => Number(document.querySelector(`#kind-${kind} .count`)?.textContent ?? 0))
    .reduce((sum, count) => sum + count, 0)
let countBefore = 0

/** The item that a request decides about; a question and a field that looks for terms decide nothing. */
const decidedBy = (elt) => (elt.matches('.ask, [role="combobox"]') ? null : elt.closest('.review-item'))

addEventListener('htmx:beforeRequest', ({ detail: { elt } }) => {
  const item = decidedBy(elt)
  if (!item) return
  const items = waitingItems()
  const next = items[items.indexOf(item) + 1] ?? items[items.indexOf(item) - 1]
  item.dataset.deciding = ''
  decidedIds.push(item.id)
  // What was undone together before, which is old news now.
  document.querySelector('#review .results:not([id])')?.remove()
  moveTo(next)
  readMore()
})
// A decision that did not reach the server can be made again.
addEventListener('htmx:afterRequest', ({ detail: { elt, successful } }) => {
  const item = decidedBy(elt)
  if (!item || successful) return
  delete item.dataset.deciding
  decidedIds.splice(decidedIds.indexOf(item.id), 1)
})
addEventListener('htmx:beforeSwap', ({ target }) => {
  if (target.id !== 'review') return
  countBefore = countTabs()
  decidedBefore.append(...target.querySelectorAll('.queue > .decided, .results[id]'))
})
addEventListener('htmx:afterSettle', ({ target, detail: { requestConfig } }) => {
  const { path, elt } = requestConfig ?? {}
  if (elt?.matches('[role="combobox"]')) return
  if (target.id === 'review') showQueue(target)
  if (path === '/review/undo' && target.id === 'review') return showUndone(elt.closest('.results'))
  if (path === '/review/undo') return showRestored(elt.closest('li').id, staysWaiting(elt))
  if (path?.startsWith('/review/more')) return
  if (elt?.matches('.review-item .ask')) return showAsked(elt.closest('li').id)
  const [refused] = document.querySelectorAll('.queue-panel :is(.define, .correction) .notice')
  if (refused && /^\/review\/(define|answer)$/.test(path)) return moveTo(refused.closest('li'))
  const item = document.getElementById(elt?.closest('li')?.id)
  const isOver = item?.matches('[data-outcome="done"], [data-outcome="gone"]')
  if (isOver && !staysWaiting(item)) changeCounts(item.id, -1)
  const decided = document.getElementById(decidedIds.at(-1))
  // What was not done stays in the list, and what was decided together above it.
  if (decided?.matches('.decided[data-outcome="done"]')) say(textOf(decided))
  showCount()
  if (isUndoWanted) undoLast()
  else finish()
})

/** A term whose report was right waits until it is corrected. */
const staysWaiting = (element) => element.querySelector('[name="action"]')?.value === 'uphold'

const textOf = (decided) => decided.querySelector('p').textContent

/** The queue was read anew: after a decision about several items, or for another kind. */
function showQueue(review) {
  if (headerCount) headerCount.textContent = Number(headerCount.textContent) + countTabs() - countBefore
  const results = review.querySelector('.results[id]')
  if (results) decidedIds.push(results.id)
  markCurrent(waitingItems()[0])
  showCount()
}

/** What was decided together waits again, in its place. */
function showUndone(results) {
  if (!results) return
  results.remove()
  if (decidedIds.includes(results.id)) decidedIds.splice(decidedIds.indexOf(results.id), 1)
  showCount()
  moveTo(currentItem)
}

/** A question sets its item aside: it waits for the answer. */
function showAsked(id) {
  const item = document.getElementById(id)
  if (!item) return
  say(item.querySelector('[data-asked]').textContent)
  const next = item.nextElementSibling
  item.dataset.setAside = ''
  const items = waitingItems()
  moveTo(items.includes(next) ? next : (items[0] ?? item))
  showCount()
  readMore()
  finish()
}

/** A decision that was undone leads back to its item. */
function showRestored(id, wasWaiting) {
  if (decidedIds.includes(id)) decidedIds.splice(decidedIds.indexOf(id), 1)
  const item = document.getElementById(id)
  const list = document.querySelector('#review .queue')
  if (item?.matches('.decided')) return say(textOf(item))
  const [, kind, term] = id.split('-')
  if (item && !(list && document.querySelector(`#kind-${kind}`))) {
    // Nothing of its kind waited any more. What else was decided can still be undone.
    item.remove()
    showCount()
    return htmx.ajax('GET', location.href, { target: '#review', swap: 'outerHTML' })
  }
  if (item && !list.contains(item)) list.prepend(item)
  if (!wasWaiting) changeCounts(id, 1)
  // It waited as a term that was to be corrected.
  const other = document.getElementById(`item-${kind}-${term}`)
  if (other !== item && kind === 'disputed') other?.remove()
  showCount()
  moveTo(item)
}

markCurrent(document.querySelector('.review-item.current') ?? waitingItems()[0])
