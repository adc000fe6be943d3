// The keys of the review queue. An item is decided in its place, and the next one becomes the current one at once, so
// that no key press has to wait for the server.

const waitingItems = () => [...document.querySelectorAll('.review-item:not([data-deciding])')]
const decidedIds = []
let currentItem

function currentReviewItem() {
  const items = waitingItems()
  const focused = document.activeElement.closest('.review-item')
  return [focused, currentItem].find((item) => items.includes(item)) ?? items[0]
}

function moveTo(item) {
  currentItem?.classList.remove('current')
  currentItem = item
  item?.classList.add('current')
  item?.focus()
}

function step(by) {
  const items = waitingItems()
  const isStarted = items.some((item) => item === currentItem)
  moveTo(items[isStarted ? items.indexOf(currentReviewItem()) + by : 0] ?? currentReviewItem())
}

function undoLast() {
  const button = document.getElementById(decidedIds.at(-1))?.querySelector('[data-undoes]')
  if (button) button.click()
  else document.querySelector('#announcement').textContent = 'The last decision cannot be undone.'
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
  const control = /^[a-z]$/.test(event.key) && `[aria-keyshortcuts="${event.key}"]`
  const press =
    reviewKeys[event.key] ??
    (control && (() => currentReviewItem()?.querySelector(control)?.click()))
  if (!press) return
  event.preventDefault()
  press()
})

addEventListener('click', ({ target }) => {
  if (target.closest('[data-shows-keys]')) document.querySelector('#keys').showModal()
})
addEventListener('change', ({ target }) => {
  if (!target.matches('[data-selects-all]')) return
  for (const box of document.querySelectorAll('.review-item [name="item"][type="checkbox"]')) {
    box.checked = target.checked
  }
})

addEventListener('htmx:beforeRequest', ({ detail: { elt } }) => {
  const item = elt.closest('.review-item')
  if (!item) return
  const items = waitingItems()
  const next = items[items.indexOf(item) + 1] ?? items[items.indexOf(item) - 1]
  item.dataset.deciding = ''
  decidedIds.push(item.id)
  moveTo(next ?? document.querySelector('#more'))
})
// A decision that did not reach the server can be made again.
addEventListener('htmx:afterRequest', ({ detail: { elt, successful } }) => {
  const item = elt.closest('.review-item')
  if (!item || successful) return
  delete item.dataset.deciding
  decidedIds.splice(decidedIds.indexOf(item.id), 1)
})
// A decision that was undone leads back to its item.
addEventListener('htmx:afterSettle', ({ detail: { requestConfig } }) => {
  if (requestConfig?.path !== '/review/undo') return
  moveTo(document.getElementById(decidedIds.pop()))
})

currentItem = waitingItems()[0]
currentItem?.classList.add('current')
