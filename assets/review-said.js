// What the review queue says below its list: the last decision, and how many were made; in place of it, how it ended
// (assets/review.js).

import { waitingItems } from './review-items.js'

// What was decided stays in the page when the queue is shown anew, so that it can be undone.
const make = (type, properties) => Object.assign(document.createElement(type), properties)
export const decidedBefore = make('ol', { hidden: true })
const foot = make('div', { className: 'queue-foot', tabIndex: -1 })
const counter = make('p', { className: 'decided-count', hidden: true })
const counted = make('span', {})
export const undoButton = make('button', { type: 'button', className: 'quiet', textContent: 'Undo last (u)' })
const next = make('span', {})
const message = make('p', { className: 'said', hidden: true })
const undo = make('span', {})
undo.append(' · ', undoButton)
counter.append(counted, undo, next)
foot.append(counter, message)
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
  return { total: words.length + asked, asked, parts: asked ? [...kinds, ['asked', asked]] : kinds }
}

/** Shows how many were decided. Where nothing waits any more, it sums up the visit, in place of the list. */
export function showCount() {
  const { total, asked, parts } = tally()
  const isOver = waitingItems().length === 0 && total > 0
  counter.hidden = total === 0
  // A question cannot be taken back.
  undo.hidden = total === asked
  const words = isOver ? parts.map(([word, count]) => ` · ${count} ${word}`) : []
  counted.textContent = `${isOver && total > 1 ? 'All ' : ''}${total} decided${words.join('')}`
  next.replaceChildren(...(isOver ? nextKind() : []))
  if (isOver === foot.matches('.over') && foot.isConnected) return
  foot.classList.toggle('over', isOver)
  const list = document.querySelector('#nothing-waits, #review .queue')
  if (isOver && list) list.before(foot)
  else document.querySelector('#main').append(foot)
  if (isOver && document.activeElement === document.body) foot.focus()
}

/** A link to the next kind of items that waits, if another one does. */
function nextKind() {
  const isOther = (tab) => !tab.matches('[aria-current]') && Number(tab.querySelector('.count')?.textContent)
  const tab = [...document.querySelectorAll('#review .tabs a')].find(isOther)
  return tab ? [' · ', make('a', { href: tab.href, textContent: `${tab.textContent.trim()} →` })] : []
}
