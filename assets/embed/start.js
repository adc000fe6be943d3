// Marks the terms of a glossary in a page: <script src="…/embed.js" data-key="glp_…" defer>. See docs/embed.md.

import { showCards } from './card.js'
import { change, followChanges } from './changes.js'
import { isReadable } from './editable.js'
import { hasText, markNames, removeCopies } from './marks.js'
import { pause } from './slices.js'
import { markStyle } from './styles.js'
import { findRoots, gap, isSkipped, maxLength, readRuns } from './text.js'

// A module has no currentScript.
const script = document.currentScript ?? document.querySelector('script[type=module][data-key]')
const { src, dataset } = script
const { origin } = new URL(src)

/** How many requests a page may send at once, and how long each of them counts. */
const requests = { most: 60, forMs: 60_000 }
const sentAt = []
const warnAfterMs = 5000

/** The runs that wait for their element to come into view, by element. */
const unseen = new WeakMap()
/** The runs that are in view, and not sent yet. */
const waiting = []
let isSending = false
let isEmpty = true
let hasGivenUp = false
const started = Symbol.for('glossary')

/** Text is sent a little before it comes into view. */
const observer = new IntersectionObserver(see, { rootMargin: '50% 0px' })

async function start() {
  if (isStarted()) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(markStyle)
  document.adoptedStyleSheets.push(sheet)
  showCards(origin)
  followChanges((element) => read(element).catch(giveUp))
  setTimeout(warnIfEmpty, warnAfterMs)
  await read(document.documentElement)
}

/** Whether the script runs in this page already: Turbo runs those of each body that it shows. */
function isStarted() {
  document[started] ??= new Set()
  const options = JSON.stringify([dataset.key, dataset.selector])
  const isKnown = document[started].has(options)
  document[started].add(options)
  return isKnown
}

/** Reads the text of an element, and of those in it that have not been read. */
async function read(element) {
  if (hasGivenUp || !element.isConnected) return
  change(() => removeCopies(element))
  const runs = new Map()
  for (const root of findRoots(dataset.selector)) {
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
    unseen.set(block, ofBlock)
    observer.unobserve(block)
    observer.observe(block)
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
  if (!isSending) sendWaiting().catch(giveUp)
}

/** Sends one request at a time, so that the first occurrence of a term in the page is the one that is marked. */
async function sendWaiting() {
  isSending = true
  while (waiting.length > 0) {
    await untilAllowed()
    const { text, parts } = takePiece()
    if (/\p{L}/u.test(text)) await markNames(parts, await explain(text), change)
  }
  isSending = false
}

/** Waits if the page has sent many requests, as one does whose text changes all the time. */
async function untilAllowed() {
  const now = performance.now()
  if (sentAt.length >= requests.most) {
    const waitMs = sentAt.shift() + requests.forMs - now
    if (waitMs > 0) await new Promise((resume) => setTimeout(resume, waitMs))
  }
  sentAt.push(performance.now())
}

/** Joins as many runs as one request may have. */
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

async function explain(text) {
  const response = await fetch(`${origin}/api/v1/explain`, {
    method: 'POST',
    headers: { authorization: `Bearer ${dataset.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text, category: dataset.category || null }),
    // The glossary learns the origin of the page, and not its address.
    referrerPolicy: 'same-origin',
    credentials: 'omit',
  })
  if (response.ok) return response.json()
  const isBusy = response.status === 429 || response.status === 503
  if (!isBusy) throw new Error((await response.json()).detail)
  const seconds = Number(response.headers.get('retry-after')) || 5
  await new Promise((resume) => setTimeout(resume, seconds * 1000))
  return explain(text)
}

/** Leaves the page as it is. The browser does not let scripts see why a request to another origin was refused. */
function giveUp(error) {
  hasGivenUp = true
  observer.disconnect()
  // biome-ignore lint/suspicious/noConsole: whoever adds the script to a page looks here
  console.warn(
    `Glossary: terms are not marked (${error.message}). Check that data-key is a valid key, that the key lists ${location.origin}, and that the Content-Security-Policy of this page allows ${origin} in connect-src.`,
  )
}

function warnIfEmpty() {
  if (!isEmpty) return
  const place = dataset.selector ? `elements “${dataset.selector}”` : 'main, article or the page'
  // biome-ignore lint/suspicious/noConsole: whoever adds the script to a page looks here
  console.warn(
    `Glossary: there is nothing to mark in ${place} yet. Check data-selector, and that the text is neither in a shadow root nor in a frame.`,
  )
}

if (document.readyState === 'loading') addEventListener('DOMContentLoaded', () => start().catch(giveUp))
else start().catch(giveUp)
