// A combobox of terms (lib/web/term-combobox.tsx): the arrow keys mark one, Enter and a click take it. Enter does
// nothing else there.
const isBox = (element) => element.matches?.('[role="combobox"]')
const listOf = (box) => document.getElementById(box.getAttribute('aria-controls'))
const optionsOf = (box) => [...listOf(box).querySelectorAll('[data-id]')]

function mark(box, option) {
  for (const each of optionsOf(box)) each.setAttribute('aria-selected', String(each === option))
  if (option) box.setAttribute('aria-activedescendant', option.id)
  else box.removeAttribute('aria-activedescendant')
  option?.scrollIntoView({ block: 'nearest' })
}

function show(box, isShown) {
  box.setAttribute('aria-expanded', String(isShown && listOf(box).childElementCount > 0))
  if (isShown) listOf(box).scrollIntoView({ block: 'nearest' })
  else mark(box)
}

function choose(box, { dataset }) {
  const chosen = box.nextElementSibling
  box.value = dataset.name
  if (chosen.options) chosen.replaceChildren(new Option(dataset.name, dataset.id))
  chosen.value = dataset.id
  chosen.nextElementSibling.value = dataset.name
  show(box, false)
  if (box.dataset.sends === 'true') box.form.requestSubmit()
}

addEventListener('keydown', (event) => {
  const { target: box, key } = event
  if (!isBox(box) || event.isComposing || event.ctrlKey || event.metaKey) return
  const options = optionsOf(box)
  const marked = options.findIndex((option) => option.getAttribute('aria-selected') === 'true')
  const isOpen = box.getAttribute('aria-expanded') === 'true'
  if (key === 'Enter') {
    if (isOpen && marked >= 0) choose(box, options[marked])
  } else if (key === 'Escape' && isOpen) {
    show(box, false)
  } else if ((key === 'ArrowDown' || key === 'ArrowUp') && options.length > 0) {
    show(box, true)
    const first = key === 'ArrowDown' ? 0 : options.length - 1
    const next = marked + (key === 'ArrowDown' ? 1 : -1)
    mark(box, options[marked < 0 ? first : (next + options.length) % options.length])
  } else return
  event.preventDefault()
  event.stopPropagation()
})

// What was chosen or marked no longer holds once something else is typed.
addEventListener('input', ({ target: box }) => {
  if (!isBox(box)) return
  box.nextElementSibling.value = ''
  mark(box)
})

// A press does not take the focus from the field, which would close the list before the click.
addEventListener('mousedown', (event) => {
  if (event.target.closest('[role="option"]')) event.preventDefault()
})
addEventListener('click', ({ target }) => {
  const option = target.closest('[role="option"][data-id]')
  if (option) choose(option.closest('.combobox').querySelector('[role="combobox"]'), option)
})
addEventListener('focusout', ({ target }) => isBox(target) && show(target, false))

addEventListener('htmx:afterSwap', ({ detail: { requestConfig } }) => {
  const box = requestConfig?.elt
  if (box && isBox(box) && box === document.activeElement) show(box, true)
})

// What unfolds to a combobox is for writing in it, and the next key may come before the browser says that it is open.
addEventListener('click', (event) => {
  const relate = event.target.closest('.relate:not([open]) > summary')?.parentElement
  if (!relate) return
  event.preventDefault()
  relate.open = true
  relate.querySelector('[role="combobox"]').focus()
})
