// Follows the changes of a page. Marks in text that a script changes are taken back before the browser shows it, and
// the text is read again once it has been quiet for a while.

import { editable } from './editable.js'
import { areOfOneText, join, unmark } from './marks.js'
import { blockOf, forget } from './text.js'

const designModePauseMs = 250
const shortestWaitMs = 250
/** Text that changes all the time, such as that of a clock, is left alone. */
const longestWaitMs = 5000
const calmMs = 10_000

/** The elements to read again, and when. */
const pending = new Map()
/** When an element was read, and how long it has to be quiet the next time. */
const paces = new WeakMap()
let isPlanned = false

const changes = new MutationObserver(follow)
let readElement

/**
 * Begins to watch the page.
 *
 * @param read reads the text of an element, and of those in it that have not been read
 */
export function followChanges(read) {
  readElement = read
  changes.observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: [...['aria-hidden', 'contenteditable', 'hidden', 'inert', 'role', 'translate']],
  })
  // No event tells that designMode has been turned on.
  setInterval(() => document.designMode === 'on' && change(() => unmark(document)), designModePauseMs)
}

/** Makes a change that is none of the page's. */
export function change(work) {
  follow(changes.takeRecords())
  work()
  changes.takeRecords()
}

function follow(records) {
  // First what has a new text: what becomes of the other parts of the old one makes no difference then.
  for (const { type, target } of records) {
    if (type !== 'characterData') continue
    join(target, true)
    plan(blockOf(target))
  }
  for (const record of records) {
    if (record.type === 'childList') followChildren(record)
    else if (record.type === 'attributes') followAttribute(record)
  }
  changes.takeRecords()
}

function followChildren({ target, addedNodes, removedNodes, previousSibling, nextSibling }) {
  for (const node of removedNodes) join(node)
  if (addedNodes.length > 0 && isEditable(target)) return leave(target)
  for (const node of addedNodes) {
    if (node.localName === 'glossary-card') continue
    if (areOfOneText(previousSibling, nextSibling)) join(previousSibling)
    const isBlock = node.nodeType === Node.ELEMENT_NODE && blockOf(node) === node
    plan(isBlock ? node : blockOf(target))
  }
}

function followAttribute({ target }) {
  if (isEditable(target)) leave(target)
  else plan(blockOf(target))
}

const isEditable = (element) => element.closest?.(editable)

/** Leaves an element as it would be without the script. */
function leave(element) {
  unmark(element)
  forget(element)
}

/** Plans to read an element again; anew, if it is planned already. */
function plan(element) {
  if (!element) return
  const { readAt = -Infinity, waitMs } = paces.get(element) ?? {}
  const now = performance.now()
  pending.set(element, now + (now - readAt < calmMs ? waitMs : shortestWaitMs))
  if (!isPlanned) setTimeout(readPending, shortestWaitMs)
  isPlanned = true
}

async function readPending() {
  const now = performance.now()
  for (const [element, at] of [...pending]) {
    if (at > now) continue
    pending.delete(element)
    const { readAt, waitMs } = paces.get(element) ?? {}
    const isBusy = now - readAt < calmMs
    paces.set(element, { readAt: now, waitMs: isBusy ? Math.min(2 * waitMs, longestWaitMs) : shortestWaitMs })
    await readElement(element)
  }
  isPlanned = pending.size > 0
  if (isPlanned) setTimeout(readPending, shortestWaitMs)
}
