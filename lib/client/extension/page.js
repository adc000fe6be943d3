// What runs in the pages of allowed sites, and in the page of a selection that somebody asks about.

import { openCard, showCards } from '../../../assets/embed/card.js'
import { change } from '../../../assets/embed/changes.js'
import { giveUp, markPage } from '../../../assets/embed/mark-page.js'
import { unmark } from '../../../assets/embed/marks.js'
import { createAnswer, glossary } from './answer-card.js'
import { ask } from './messages.ts'

/** What the embed of a website adds, which has marks of its own. */
const embed = 'script[data-key^=glp_], glossary-term'
let isMarking = false

// The browser may run this script again in the same page, which sees no variables of it.
globalThis.glossary ??= begin()
globalThis.glossary.look()

function begin() {
  chrome.runtime.onMessage.addListener(hear)
  document.addEventListener('load', heed, true)
  return { look }
}

function hear({ typed }) {
  if (typed === undefined) look()
  else show(typed)
}

/** An embed may come later than this script. */
function heed({ target }) {
  if (isMarking && target.matches?.(embed)) giveUp()
}

/** Marks the page, or takes the marks back, as the person allows it. The embed marks no frames either. */
async function look() {
  if (window !== top) return
  const isAllowed = await ask('mayMark').catch(() => false)
  if (isMarking && !isAllowed) giveUp()
  if (isMarking || !isAllowed || document.querySelector(embed)) return
  isMarking = true
  showCards(glossary)
  markPage({ explain: (text) => ask('explain', { text, lang: document.documentElement.lang }), fail: end })
}

/** Leaves the page as it was. It is marked again if this script is run again. */
function end() {
  change(() => unmark(document))
  document.removeEventListener('load', heed, true)
  chrome.runtime?.onMessage.removeListener(hear)
  globalThis.glossary = undefined
}

/** Shows a card beside the selection. */
async function show(typed) {
  const card = await createAnswer(typed)
  openCard(createAnchor(), card)
  card.focus()
}

/** An empty element where the selection is. */
function createAnchor() {
  for (const earlier of document.querySelectorAll('glossary-anchor')) earlier.remove()
  const focused = document.activeElement ?? document.body
  const selection = getSelection()
  const range = selection.rangeCount > 0 ? selection.getRangeAt(0).getBoundingClientRect() : null
  const { left, top, width, height } = range?.width ? range : focused.getBoundingClientRect()
  const anchor = document.createElement('glossary-anchor')
  const place = { left: `${left + scrollX}px`, top: `${top + scrollY}px`, width: `${width}px`, height: `${height}px` }
  const { color } = getComputedStyle(selection.anchorNode?.parentElement ?? focused)
  Object.assign(anchor.style, { position: 'absolute', pointerEvents: 'none', color, ...place })
  anchor.focus = () => focused.focus()
  document.documentElement.append(anchor)
  return anchor
}
