// The box for a word, a question or a whole message: on the home page, and in a dialog on every other page.

import { showError } from './app.js'

const searchDialog = document.querySelector('#search-dialog')
const headerField = document.querySelector('.header-search input')
const searchForm = document.querySelector('form.search')
const searchBox = searchForm?.elements.q
const messageBox = searchForm?.elements.message
const visibleBox = () => (messageBox.hidden ? searchBox : messageBox)

/** Moves to the box, in the dialog if there is one. */
function openSearch() {
  if (!searchBox) return location.assign('/')
  if (searchDialog && !searchDialog.open) searchDialog.showModal()
  visibleBox().focus()
  visibleBox().select()
}

const isTyping = ({ target }) => target.matches('input, textarea, select, [contenteditable]')
addEventListener('keydown', (event) => {
  const isSlash = event.key === '/' && !isTyping(event)
  const isK = event.key?.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
  if (!isSlash && !isK) return
  event.preventDefault()
  openSearch()
})

// The field in the header opens the dialog, with what was typed into it.
headerField?.addEventListener('click', openSearch)
headerField?.addEventListener('input', () => {
  openSearch()
  searchBox.value = headerField.value
  headerField.value = ''
  htmx.trigger(searchBox, 'input')
})
// A click beside the dialog closes it.
searchDialog?.addEventListener('click', ({ target }) => {
  if (target === searchDialog) searchDialog.close()
})

// The arrow keys move between the box and the results.
addEventListener('keydown', (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step || !searchBox) return
  const place = searchDialog ?? document
  const links = place.querySelectorAll('.full-meaning h2 a, .entry h3 a')
  const targets = [searchBox, ...links]
  const index = targets.indexOf(event.target)
  if (index < 0) return
  event.preventDefault()
  targets[index + step]?.focus()
})

// Results that come late take the focus from nobody: it stays on the link to the same term, or, where that is no longer
// found, they wait until the box has the focus again.
let awaitedHref
let isOutdated = false
addEventListener('htmx:beforeSwap', ({ target, detail }) => {
  if (detail.requestConfig.elt !== searchBox) return
  const { activeElement } = document
  awaitedHref = target.contains(activeElement) ? activeElement.getAttribute('href') : null
  const isGone = awaitedHref !== null && !detail.serverResponse.includes(`href="${awaitedHref}"`)
  if (isGone) detail.shouldSwap = false
  isOutdated = isGone
})
addEventListener('htmx:afterSwap', ({ target, detail }) => {
  if (detail.requestConfig.elt !== searchBox || !awaitedHref) return
  const links = document.getElementById(target.id)?.querySelectorAll('a') ?? []
  const same = [...links].find((link) => link.getAttribute('href') === awaitedHref)
  same?.focus({ preventScroll: true })
})
searchBox?.addEventListener('focus', () => isOutdated && htmx.trigger(searchBox, 'outdated'))

/** Whether a text is a message rather than a name (lib/web/parts/explain-offer.tsx has the same rule). */
const isMessage = (text) => text.length > 200 || /[\r\n]/.test(text) || text.trim().split(/\s+/).length > 6

/** Shows one of the two boxes. The form sends only that one. */
function showBox(box, text) {
  for (const each of [searchBox, messageBox]) {
    each.hidden = each !== box
    each.disabled = each !== box
  }
  box.value = text
  box.focus()
}

/** Says what Enter does with a message, instead of the results of a search. */
function showKind() {
  const isSent = isMessage(visibleBox().value)
  searchForm.classList.toggle('has-message', isSent)
  searchForm.querySelector('.message-hint').hidden = !isSent
  searchForm.querySelector('button').textContent = isSent ? 'Explain' : 'Search'
}

// A box drops line breaks, so a text that has some goes into the text area, until that is empty.
searchBox?.addEventListener('paste', (event) => {
  const text = event.clipboardData.getData('text').trim()
  if (!/[\r\n]/.test(text)) return
  event.preventDefault()
  showBox(messageBox, text)
  showKind()
})
messageBox?.addEventListener('input', () => {
  if (messageBox.value === '') showBox(searchBox, '')
  showKind()
})
messageBox?.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
  event.preventDefault()
  searchForm.requestSubmit()
})
searchBox?.addEventListener('input', showKind)

// A message is not sent before Enter.
addEventListener('htmx:beforeRequest', (event) => {
  if (event.detail.elt === searchBox && isMessage(searchBox.value)) event.preventDefault()
})

// An answer that stays for two seconds, or is opened, counts as a lookup, once.
const readMs = 2000
let readTimer
let countedQuestion
function countAnswer() {
  const q = searchBox.value.trim()
  if (q === countedQuestion || !document.querySelector(':is(#results, #quick-results) .full-meaning')) return
  countedQuestion = q
  dispatchEvent(new Event('answer-read'))
  const options = { method: 'POST', body: new URLSearchParams({ q }), keepalive: true }
  fetch('/t/seen', options).catch(() => {}) // Nobody waits for the number.
}
addEventListener('htmx:afterSettle', ({ target }) => {
  if (!searchBox || !target.matches('#results, #quick-results')) return
  clearTimeout(readTimer)
  if (searchBox.value.trim()) readTimer = setTimeout(countAnswer, readMs)
})
searchBox?.addEventListener('input', () => clearTimeout(readTimer))
// Enter opens the word, which counts itself.
searchForm?.addEventListener('submit', () => clearTimeout(readTimer))
addEventListener('click', ({ target }) => {
  if (searchBox?.value.trim() && target.closest(':is(#results, #quick-results) a')) countAnswer()
})

// Without a connection, or if the server is away, Enter keeps the page and what was typed.
const waitMs = 3000
async function isReachable() {
  const options = { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(waitMs) }
  try {
    await fetch('/health', options)
    return true
  } catch ({ name }) {
    return name === 'TimeoutError' // It may only be slow.
  }
}
searchForm?.addEventListener('submit', async (event) => {
  event.preventDefault()
  if (!navigator.onLine) return showError('You are offline. Try again once you are connected.', searchForm)
  if (await isReachable()) return searchForm.submit()
  showError('The server cannot be reached. Try again.', searchForm)
})
