// The items in the list of the review queue, of which one is current (assets/review.js).

/** The items that wait for a decision of this visit. */
export const waitingItems = () => [...document.querySelectorAll('.review-item:not([data-deciding], [data-set-aside])')]
export let currentItem

export function currentReviewItem() {
  const items = waitingItems()
  const focused = document.activeElement.closest('.review-item')
  const current = [focused, currentItem].find((item) => items.includes(item)) ?? items[0]
  return current ?? document.querySelector('.review-item.current[data-set-aside]') ?? undefined
}

export function markCurrent(item) {
  for (const [each, isCurrent] of [
    [currentItem, false],
    [item, true],
  ]) {
    each?.classList.toggle('current', isCurrent)
    each?.querySelector('.queue-name')?.setAttribute('aria-current', isCurrent)
  }
  currentItem = item
}

/** On a wide screen, the names of the items are a list, and only the current item is shown. */
export function moveTo(item) {
  markCurrent(item)
  const name = item?.querySelector('.queue-name')
  if (name?.checkVisibility()) name.focus()
  else item?.focus()
}

export function step(by) {
  const items = waitingItems()
  const isStarted = items.some((item) => item === currentItem)
  moveTo(items[isStarted ? items.indexOf(currentReviewItem()) + by : 0] ?? currentReviewItem())
}
