// Conveniences beyond links and forms. All pages work without JavaScript.

// Ctrl+Enter or Cmd+Enter in a text presses the first button of its form, as Enter does in a box.
addEventListener('keydown', (event) => {
  const isSend = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
  if (!isSend || !event.target.matches('form input, form textarea, form select')) return
  event.preventDefault()
  const button = [...event.target.form.elements].find(({ type }) => type === 'submit')
  button?.click()
})

// A refusal gets the focus, and so does the message about a result if an update removed the focused button.
addEventListener('htmx:afterSettle', ({ target }) => {
  const refusal = target.querySelector('.notice[role="alert"][tabindex]')
  // Later than htmx scrolls.
  if (refusal) setTimeout(() => refusal.focus())
  if (document.activeElement === document.body) target.querySelector('.notice[tabindex]')?.focus()
})
// Its autofocus is for whole pages: in a part, the browser says in the console that something has the focus already.
addEventListener('htmx:beforeSwap', ({ detail }) => {
  detail.serverResponse = detail.serverResponse.replace('class="notice" autofocus', 'class="notice"')
})

// When a text is explained, its form folds away.
addEventListener('htmx:afterSettle', ({ target }) => {
  if (!target.querySelector('.explained')) return
  document.querySelector('.text-form').open = false
  target.focus({ preventScroll: true })
})

// Failed requests show an error: the detail of the problem document (RFC 9457), if there is one.
const requestError = document.querySelector('#request-error')
const sessionEnded = document.querySelector('#session-ended')
let failedElement
export function showError(text, element) {
  requestError.textContent = text
  requestError.hidden = text === ''
  // A dialog covers the rest of the page.
  const place = document.querySelector('dialog[open]') ?? document.body
  if (text) place.append(requestError)
  failedElement = element
}
// A search while typing does not clear the error of a button pressed before.
addEventListener('htmx:beforeRequest', ({ detail: { elt } }) => {
  if (elt === failedElement || !elt.matches('[hx-trigger]')) showError('')
  sessionEnded.hidden = true
})
// What is shown for a problem is its text. Forms that are refused (409, 422) are responses of their pages.
addEventListener('htmx:beforeSwap', ({ detail }) => {
  const type = detail.xhr.getResponseHeader('content-type') ?? ''
  if (!type.startsWith('application/problem+json')) return
  detail.shouldSwap = false
  detail.isError = true
})
addEventListener('htmx:sendError', ({ detail }) => {
  showError('The server cannot be reached. Try again.', detail.elt)
})
addEventListener('htmx:responseError', ({ detail }) => {
  showError(readDetail(detail.xhr.responseText), detail.elt)
})
// Leaving a page with a form for the login page would lose what was typed.
addEventListener('session-ended', () => {
  const form = 'main form[method="post"]:not(.explain-offer, .search)'
  if (document.querySelector(form)) sessionEnded.hidden = false
  else location.assign(`/login?${new URLSearchParams({ next: location.pathname + location.search })}`)
})

function readDetail(text) {
  try {
    return JSON.parse(text).detail
  } catch {
    return 'Something went wrong. Try again in a moment.'
  }
}

// A Copy button copies the element it names, or the answer it belongs to. If the browser refuses, an element is at
// least selected.
let usedCopyButton
addEventListener('click', async ({ target }) => {
  const button = target.closest('[data-copies], [data-copies-answer]')
  if (!button) return
  const source = document.getElementById(button.dataset.copies)
  const text = source ? (source.value ?? source.textContent) : answerOf(button)
  const isCopied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  // What is hidden is shown if it has to be selected.
  if (source?.hidden && !isCopied) source.hidden = false
  if (source?.select) source.select()
  else if (source) getSelection().selectAllChildren(source)
  // The first text is the label; hidden text after it names what is copied.
  if (usedCopyButton) usedCopyButton.firstChild.data = 'Copy '
  button.firstChild.data = isCopied ? 'Copied ' : source ? 'Press Ctrl+C to copy ' : 'Cannot copy '
  usedCopyButton = button
  document.querySelector('#announcement').textContent = button.textContent
})

/** An answer as a text for a message: what is called how, what it means, and the link to it. */
function answerOf(button) {
  const textOf = (selector) => button.closest('article').querySelector(selector)?.textContent.trim() ?? ''
  const { copiesAnswer: path, name, warning } = button.dataset
  const fullName = textOf('.full-name')
  const heading = fullName ? `${name} (${fullName})` : name
  return [`${heading}: ${textOf('.definition')}`, warning, new URL(path, location)].filter(Boolean).join('\n')
}

// Times in the reader's own time zone; their titles keep UTC.
const localTimeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' })
function showLocalTimes() {
  for (const time of document.querySelectorAll('time[title]:not([data-is-local])')) {
    const local = localTimeFormat.format(new Date(time.dateTime))
    if (time.hasAttribute('data-local-time')) time.textContent = local
    else time.title = `${local} (${time.title})`
    time.setAttribute('data-is-local', '')
  }
}
showLocalTimes()
addEventListener('htmx:afterSettle', showLocalTimes)

// Days in the reader's own time zone, as lib/web/parts/relative-time.tsx writes them in UTC.
const startOfDay = (time) => new Date(time.getFullYear(), time.getMonth(), time.getDate())
function describeDay(time) {
  const days = Math.round((startOfDay(new Date()) - startOfDay(time)) / 86_400_000)
  if (days <= 0) return 'earlier today'
  if (days === 1) return 'yesterday'
  const format = days < 7 ? { weekday: 'long' } : { day: 'numeric', month: 'long' }
  return `on ${time.toLocaleDateString('en-GB', format)}`
}
function showLocalDays() {
  for (const day of document.querySelectorAll('time[data-local-day]')) {
    day.textContent = describeDay(new Date(day.dateTime))
  }
}
showLocalDays()
addEventListener('htmx:afterSettle', showLocalDays)

// Remove the flash message with its number, and the inbox entry, from the URL, so that reloading or sharing it does not
// repeat them.
const url = new URL(location.href)
for (const name of ['done', 'undo', 'count', 'entry']) {
  if (!url.searchParams.has(name)) continue
  url.searchParams.delete(name)
  history.replaceState(history.state, '', url)
}

// A menu closes when something else or one of its links is clicked, and with Escape.
const openMenu = ':is(.menu, .bulk-menu)[open]'
addEventListener('click', ({ target }) => {
  for (const menu of document.querySelectorAll(openMenu)) {
    if (!menu.contains(target) || target.closest('a')) menu.removeAttribute('open')
  }
})
addEventListener('keydown', ({ target, key }) => {
  const menu = key === 'Escape' && target.closest?.(openMenu)
  if (!menu) return
  menu.removeAttribute('open')
  menu.querySelector('summary').focus()
})

// A check box selects all others of its form, which says how many are selected.
addEventListener('change', ({ target }) => {
  const label = target.form?.querySelector('[data-selected-count]')
  if (!label) return
  const boxes = [...target.form.elements].filter(({ type }) => type === 'checkbox')
  if (target.matches('[data-selects-all]')) for (const box of boxes) box.checked = target.checked
  const selected = boxes.filter((box) => box.checked && !box.matches('[data-selects-all]'))
  label.textContent = `${selected.length} selected:`
  label.dataset.selectedCount = selected.length
})
