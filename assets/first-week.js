// The words of the first week on the home page: those whose pages were opened, from wherever, or that a search has
// answered, are struck out. Only the browser knows them, until the person logs out.

const openedKey = `first-week ${document.querySelector('meta[name="reader"]')?.content}`
const openedWords = () => JSON.parse(localStorage.getItem(openedKey) ?? '[]')

const maxWords = 300
function rememberShown() {
  const page = document.querySelector('.term-page, .word')?.ariaLabel
  const answers = [...document.querySelectorAll('.full-meaning')].map(({ dataset }) => dataset.word)
  const words = [page, ...answers].filter(Boolean)
  if (words.length === 0) return
  localStorage.setItem(openedKey, JSON.stringify([...new Set([...words, ...openedWords()])].slice(0, maxWords)))
}
rememberShown()
// While one types, an answer counts once it was read (search.js).
addEventListener('answer-read', rememberShown)

function showOpened() {
  const section = document.querySelector('.first-week')
  if (!section) return
  const links = [...section.querySelectorAll('[data-word]')]
  const opened = links.filter(({ dataset }) => openedWords().includes(dataset.word))
  for (const link of opened) {
    link.classList.add('opened')
    link.ariaLabel = `${link.dataset.word}, opened`
  }
  section.querySelector('[data-opened-count]').textContent = `${opened.length} of ${links.length} words`
  section.querySelector('progress').value = opened.length
}
showOpened()
addEventListener('htmx:afterSettle', showOpened)
// Also if the browser has kept the page for Back.
addEventListener('pageshow', showOpened)

addEventListener('submit', ({ target }) => {
  if (target.matches('[action="/auth/logout"]')) localStorage.removeItem(openedKey)
})
