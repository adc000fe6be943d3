// Reads more items of the review queue before none is left (assets/review.js).

import { currentItem, moveTo, waitingItems } from './review-items.js'
import { showCount } from './review-said.js'

/** How many items are left when the next ones are read. */
const fewItems = 5
let isReading = false

/**
 * How what was read is shown: ready at once for keys, whose buttons would send a form otherwise, and leave the page.
 */
const swap = 'outerHTML settle:0ms'

/**
 * Reads the next items when few are left. Those that were decided are no longer in the server's list, or soon will not
 * be.
 */
export function readMore() {
  const more = document.querySelector('#more')
  const left = waitingItems().length
  if (!more || isReading || left > fewItems) return
  isReading = true
  const url = new URL(more.dataset.url, location.href)
  url.searchParams.set('offset', left + document.querySelectorAll('[data-set-aside]').length)
  htmx.ajax('GET', url.pathname + url.search, { target: '#more', swap })
}

addEventListener('htmx:afterSwap', ({ detail: { target } }) => target?.id === 'more' && showMore())
/** What is there twice was being decided when the list was read. */
function showMore() {
  isReading = false
  for (const item of [...document.querySelectorAll('.queue > .review-item')].reverse()) {
    if (document.querySelectorAll(`[id="${item.id}"]`).length > 1) item.remove()
  }
  if (!waitingItems().includes(currentItem)) moveTo(waitingItems()[0])
  finish()
}

/**
 * Once nothing waits here any more, the queue is read anew, with what waits elsewhere. What was asked goes on waiting.
 */
export function finish() {
  const isBusy = isReading || document.querySelector('[data-deciding]')
  if (isBusy || waitingItems().length > 0 || !document.querySelector('#review .queue')) return
  if (document.querySelector('#more')) readMore()
  else if (document.querySelector('[data-set-aside]')) showCount()
  else htmx.ajax('GET', location.pathname + location.search, { target: '#review', swap })
}
