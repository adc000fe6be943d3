// What the pages do beyond links and forms. Everything works without it.

const search = () => document.querySelector('#q')
const results = () => [...document.querySelectorAll('.entry h3 a')]
const isTyping = ({ target }) => target.matches('input, textarea, select, [contenteditable]')

// "/" and Ctrl-K or Cmd-K lead to the search, from everywhere.
addEventListener('keydown', (event) => {
  const isSlash = event.key === '/' && !isTyping(event)
  const isK = event.key?.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
  if (!isSlash && !isK) return
  event.preventDefault()
  if (search()) search().select()
  else location.assign('/')
})

// Up and down walk from the search through what it found, and back.
addEventListener('keydown', (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const stops = [search(), ...results()]
  const at = stops.indexOf(event.target)
  if (!step || at < 0) return
  event.preventDefault()
  stops[at + step]?.focus()
})

// Whoever pressed a button that is gone finds the focus on what became of it.
addEventListener('htmx:afterSettle', ({ target }) => {
  if (document.activeElement === document.body) target.querySelector('.notice[tabindex]')?.focus()
})

// An answer that did not come is told, in place of a page that stands still; so is a refusal, in the
// words of the problem document (RFC 9457).
const trouble = document.querySelector('#trouble')
const sessionEnded = document.querySelector('#session-ended')
let asker
function tell(text, elt) {
  trouble.textContent = text
  trouble.hidden = text === ''
  asker = elt
}
// What is asked while somebody types says nothing about what they pressed before.
addEventListener('htmx:beforeRequest', ({ detail: { elt } }) => {
  if (elt === asker || !elt.matches('[hx-trigger]')) tell('')
  sessionEnded.hidden = true
})
addEventListener('htmx:sendError', ({ detail }) => {
  tell('The server cannot be reached. Try again.', detail.elt)
})
addEventListener('htmx:responseError', ({ detail }) => {
  tell(reasonOf(detail.xhr.responseText), detail.elt)
})
// A page with a form is not left for the log-in: what was typed would be lost.
addEventListener('session-ended', () => {
  if (document.querySelector('main form[method="post"]')) sessionEnded.hidden = false
  else
    location.assign(`/login?${new URLSearchParams({ next: location.pathname + location.search })}`)
})

function reasonOf(text) {
  try {
    return JSON.parse(text).detail
  } catch {
    return 'That did not work. Try again in a moment.'
  }
}

// A button copies what it names; where the browser does not let it, the text is at least selected.
addEventListener('click', async ({ target }) => {
  const source = document.getElementById(target.closest('[data-copies]')?.dataset.copies)
  if (!source) return
  source.select()
  const isCopied = await navigator.clipboard?.writeText(source.value).then(
    () => true,
    () => false,
  )
  target.textContent = isCopied ? 'Copied' : 'Now press Ctrl-C'
  document.querySelector('#announcement').textContent = target.textContent
})

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

// What was just done has been told: who reloads the page or passes its address on needs no notice.
const address = new URL(location.href)
if (address.searchParams.has('done')) {
  address.searchParams.delete('done')
  history.replaceState(history.state, '', address)
}
