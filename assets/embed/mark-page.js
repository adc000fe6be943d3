// Marks the names in a page: reads its text a little before it comes into view, and again when it has changed.

import { change, followChanges } from './changes.js'
import { isReadable } from './editable.js'
import { hasText, markNames, removeCopies } from './marks.js'
import { pause } from './slices.js'
import { markStyle } from './styles.js'
import { boxOf, findRoots, gap, isSkipped, maxLength, readRuns } from './text.js'

/** The runs that wait for their element to come into view, by the element that has a box. */
const unseen = new WeakMap()
/** The runs that are in view, and not explained yet. */
const waiting = []
let isExplaining = false
let hasEnded = false
let options

const observer = new IntersectionObserver(see, { rootMargin: '50% 0px' })

/** Whether there was any text to mark. */
export let isEmpty = true

/**
 * Marks the page from now on.
 *
 * @param selector the elements in which names are marked, if not those that `findRoots` chooses
 * @param explain returns the names in a text and what they mean; if it fails, the page stays as it is
 * @param fail is told why
 * @param untilAllowed waits before a text is taken to be explained
 */
export async function markPage(given) {
  options = given
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(markStyle)
  document.adoptedStyleSheets.push(sheet)
  followChanges((element) => read(element).catch(giveUp))
  await read(document.documentElement).catch(giveUp)
}

/** Ends the marking. */
export function giveUp(error) {
  hasEnded = true
  observer.disconnect()
  options.fail(error)
}

/** Reads the text of an element, and of those in it that have not been read. */
async function read(element) {
  if (hasEnded || !element.isConnected) return
  change(() => removeCopies(element))
  const runs = new Map()
  for (const root of findRoots(options.selector)) {
    if (!root.contains(element) && !element.contains(root)) continue
    const block = root.contains(element) ? element : root
    if (isSkipped(block)) continue
    for (const run of readRuns(block)) {
      runs.set(run.block, [...(runs.get(run.block) ?? []), run])
      await pause()
    }
  }
  for (const [block, ofBlock] of runs) {
    isEmpty = false
    const box = boxOf(block)
    const others = (unseen.get(box) ?? []).filter((run) => run.block !== block)
    unseen.set(box, [...others, ...ofBlock])
    observer.unobserve(box)
    observer.observe(box)
    await pause()
  }
}

function see(entries) {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue
    observer.unobserve(target)
    waiting.push(...(unseen.get(target) ?? []))
    unseen.delete(target)
  }
  if (!isExplaining) explainWaiting().catch(giveUp)
}

/** Explains one text at a time, so that the first occurrence of a term in the page is the one that is marked. */
async function explainWaiting() {
  isExplaining = true
  while (waiting.length > 0) {
    await options.untilAllowed?.()
    const { text, parts } = takePiece()
    if (/\p{L}/u.test(text)) await markNames(parts, await options.explain(text), change)
  }
  isExplaining = false
}

/** Joins as many runs as a text may have. */
function takePiece() {
  let text = ''
  const parts = []
  do {
    const run = waiting.shift()
    for (const part of run.parts) parts.push({ ...part, start: text.length + part.start })
    text += currentText(run) + gap
  } while (waiting.length > 0 && text.length + waiting[0].text.length <= maxLength)
  return { text, parts }
}

/** Returns the text of a run, with a gap for what has changed or become editable since it was read. */
function currentText({ text, parts }) {
  let current = ''
  for (const { node, from, text: part, start } of parts) {
    const isCurrent = isReadable(node) && hasText(node, part, from)
    current += text.slice(current.length, start) + (isCurrent ? part : '\ufffc'.repeat(part.length))
  }
  return current + text.slice(current.length)
}
