// Marks the terms of a glossary in a page: <script src="…/embed.js" data-key="glp_…" defer>. See docs/embed.md.

import { showCards } from './card.js'
import { isEmpty, markPage } from './mark-page.js'

// A module has no currentScript.
const script = document.currentScript ?? document.querySelector('script[type=module][data-key]')
const { src = '', dataset = {} } = script ?? {}
const origin = src && new URL(src).origin

/** How many requests a page may send at once, and how long each of them counts. */
const requests = { most: 60, forMs: 60_000 }
const sentAt = []
const warnAfterMs = 5000
const started = Symbol.for('glossary')

function start() {
  if (!origin)
    return warn('The script reads the key from its own tag: add <script src="…/embed.js" data-key="…" defer>.')
  if (isStarted()) return undefined
  showCards({ origin, mayEdit: true })
  setTimeout(warnIfEmpty, warnAfterMs)
  return markPage({ selector: dataset.selector, explain, fail: warnRefused, untilAllowed })
}

/** Whether the script runs in this page already: Turbo runs those of each body that it shows. */
function isStarted() {
  document[started] ??= new Set()
  const options = JSON.stringify([dataset.key, dataset.selector])
  const isKnown = document[started].has(options)
  document[started].add(options)
  return isKnown
}

async function explain(text) {
  const response = await fetch(`${origin}/api/v1/explain`, {
    method: 'POST',
    headers: { authorization: `Bearer ${dataset.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text, category: dataset.category || null, lang: document.documentElement.lang }),
    // The glossary learns the origin of the page, and not its address.
    referrerPolicy: 'same-origin',
    credentials: 'omit',
  })
  if (response.ok) return withOriginal(await response.json(), response.headers.get('content-language'))
  const isBusy = response.status === 429 || response.status === 503
  if (!isBusy) throw new Error((await response.json()).detail)
  const seconds = Number(response.headers.get('retry-after')) || 5
  await new Promise((resume) => setTimeout(resume, seconds * 1000))
  return explain(text)
}

/** Tells translations the language of the glossary, which alone is not among what an answer says of terms. */
function withOriginal(explanation, language) {
  for (const { translation } of explanation.terms) if (translation) translation.original = language
  return explanation
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

/** The browser does not let scripts see why a request to another origin was refused. */
const warnRefused = ({ message }) =>
  warn(
    `terms are not marked (${message}). Check that data-key is a valid key, that the key lists ${location.origin}, and that the Content-Security-Policy of this page allows ${origin} in connect-src.`,
  )

function warnIfEmpty() {
  if (!isEmpty) return
  const place = dataset.selector ? `elements “${dataset.selector}”` : 'main, article or the page'
  warn(
    `there is nothing to mark in ${place} yet. Check data-selector, and that the text is neither in a shadow root nor in a frame.`,
  )
}

function warn(text) {
  // biome-ignore lint/suspicious/noConsole: whoever adds the script to a page looks here
  console.warn(`Glossary: ${text}`)
}

if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start)
else start()
