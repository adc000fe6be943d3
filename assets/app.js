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

// An answer that did not come is told, in place of a page that stands still.
const trouble = document.querySelector('#trouble')
function tell(text) {
  trouble.textContent = text
  trouble.hidden = text === ''
}
addEventListener('htmx:beforeRequest', () => tell(''))
addEventListener('htmx:sendError', () => tell('The server cannot be reached. Try again.'))
addEventListener('htmx:responseError', () => tell('That did not work. Try again in a moment.'))

// What was just done has been told: who reloads the page or passes its address on needs no notice.
const address = new URL(location.href)
if (address.searchParams.has('done')) {
  address.searchParams.delete('done')
  history.replaceState(history.state, '', address)
}
