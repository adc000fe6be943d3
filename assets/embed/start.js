// Marks the terms of a glossary in a page: <script src="…/embed.js" data-key="glp_…" defer>. See docs/embed.md.

import { showCards } from './card.js'
import { isReadable } from './editable.js'
import { markNames } from './marks.js'
import { pause } from './slices.js'
import { markStyle } from './styles.js'
import { findRoots, gap, maxLength, readRuns } from './text.js'
import { undoInEditable } from './undo.js'

const { src, dataset } = document.currentScript
const { origin } = new URL(src)

/** The runs that wait for their element to come into view, by element. */
const unseen = new Map()
/** The runs that are in view, and not sent yet. */
const waiting = []
let isSending = false

/** Text is sent a little before it comes into view. */
const observer = new IntersectionObserver(see, { rootMargin: '50% 0px' })

async function start() {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(markStyle)
  document.adoptedStyleSheets.push(sheet)
  showCards(origin)
  undoInEditable()
  for (const root of findRoots(dataset.selector)) {
    for (const run of readRuns(root)) {
      const others = unseen.get(run.block)
      if (others) others.push(run)
      else unseen.set(run.block, [run])
      await pause()
    }
  }
  for (const block of unseen.keys()) {
    observer.observe(block)
    await pause()
  }
}

function see(entries) {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue
    observer.unobserve(target)
    waiting.push(...unseen.get(target))
    unseen.delete(target)
  }
  if (!isSending) sendWaiting().catch(giveUp)
}

/** Sends one request at a time, so that the first occurrence of a term in the page is the one that is marked. */
async function sendWaiting() {
  isSending = true
  while (waiting.length > 0) {
    const { text, nodes } = takePiece()
    await markNames(nodes, await explain(text))
  }
  isSending = false
}

/** Joins as many runs as one request may have. */
function takePiece() {
  let text = ''
  const nodes = []
  do {
    const run = waiting.shift()
    for (const { node, start } of run.nodes) nodes.push({ node, start: text.length + start })
    text += withoutEditable(run) + gap
  } while (waiting.length > 0 && text.length + waiting[0].text.length <= maxLength)
  return { text, nodes }
}

/** Returns the text of a run, with a gap for what has become editable since it was read. */
function withoutEditable({ text, nodes }) {
  const ends = [...nodes.slice(1).map(({ start }) => start), text.length]
  return nodes
    .map(({ node, start }, i) => {
      const part = text.slice(start, ends[i])
      return isReadable(node) ? part : '\ufffc'.repeat(part.length)
    })
    .join('')
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
  observer.disconnect()
  // biome-ignore lint/suspicious/noConsole: whoever adds the script to a page looks here
  console.warn(
    `Glossary: terms are not marked (${error.message}). Check that data-key is a valid key, that the key lists ${location.origin}, and that the Content-Security-Policy of this page allows ${origin} in connect-src.`,
  )
}

if (document.readyState === 'loading')
  addEventListener('DOMContentLoaded', () => start().catch(giveUp))
else start().catch(giveUp)
