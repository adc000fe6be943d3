// What the review queue says below its list: the last decision, how many were made, and how it ended (assets/review.js).

import { waitingItems } from './review-items.js'

// What was decided stays in the page when the queue is shown anew, so that it can be undone.
const make = (type, properties) => Object.assign(document.createElement(type), properties)
export const decidedBefore = make('ol', { hidden: true })
const foot = make('div', { className: 'queue-foot' })
const counter = make('p', { className: 'decided-count', hidden: true })
const counted = make('span', {})
export const undoButton = make('button', { type: 'button', className: 'quiet', textContent: 'Undo last (u)' })
const summary = make('p', { hidden: true })
const message = make('p', { className: 'said', hidden: true })
counter.append(counted, ' · ', undoButton)
foot.append(counter, summary, message)
if (document.querySelector('#review')) document.querySelector('#main').append(decidedBefore, foot)

const messageMs = 6000
let messageTimer

/** Says something below the list, for six seconds or until the next key. */
export function say(text) {
  clearTimeout(messageTimer)
  message.textContent = text
  message.hidden = false
  // The response to a decision announces it itself.
  const isAnnounced = document.querySelector('#announcement').textContent === text
  message.role = isAnnounced ? null : 'status'
  messageTimer = setTimeout(hideMessage, messageMs)
}

export function hideMessage() {
  clearTimeout(messageTimer)
  message.hidden = true
}

/** What was decided in this visit, by how it is counted: [["published", 31], …], and how often somebody was asked. */
function tally() {
  const words = [...document.querySelectorAll('.decided[data-outcome="done"]')].map(({ dataset }) => dataset.counted)
  const asked = document.querySelectorAll('[data-set-aside]').length
  const kinds = [...new Set(words)].map((each) => {
    const count = words.filter((word) => word === each).length
    return [each.split('|')[count === 1 ? 0 : 1], count]
  })
  return { total: words.length + asked, parts: asked ? [...kinds, ['asked', asked]] : kinds }
}

export function showCount() {
  const { total } = tally()
  counter.hidden = total === 0
  counted.textContent = `${total} decided`
  if (!summary.hidden) sumUp()
}

/** Sums up the visit where nothing waits any more, with the next kind of items. */
export function sumUp() {
  const { total, parts } = tally()
  const isOver = waitingItems().length === 0 && total > 0
  summary.hidden = !isOver
  if (!isOver) return
  const words = parts.map(([word, count]) => `${count} ${word}`).join(', ')
  const text = `${total === 1 ? '' : 'All '}${total} decided: ${words}.`
  const place = document.querySelector('#nothing-waits p')
  summary.hidden = place !== null
  if (place) place.textContent = text
  summary.replaceChildren(...(place ? [] : [text, ...nextKind()]))
}

/** A link to the next kind of items that waits, if another one does. */
function nextKind() {
  const isOther = (tab) => !tab.matches('[aria-current]') && Number(tab.querySelector('.count')?.textContent)
  const next = [...document.querySelectorAll('#review .tabs a')].find(isOther)
  return next ? [' ', make('a', { href: next.href, textContent: `Next: ${next.textContent}` })] : []
}
