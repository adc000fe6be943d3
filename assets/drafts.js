// What somebody has begun to write about a term survives a reload, in the storage of the tab: a new term, an edit, a proposal, a definition in the
// review queue, the answer to a report.

/** The version goes with the text, so that a change that somebody else has made meanwhile is a conflict. */
const fieldsOf = (form) =>
  [...form.elements].filter(
    (field) => field.matches('textarea, select, input:not([type="hidden"])') || field.name === 'version',
  )

const keyOf = (form) =>
  ['draft', location.pathname, form.getAttribute('action'), form.querySelector('[name="item"]')?.value].join(' ')

const valuesOf = (form) =>
  Object.fromEntries(
    fieldsOf(form)
      .filter(({ name, type }) => name && type !== 'checkbox')
      .map(({ name, value }) => [name, value]),
  )

addEventListener('input', ({ target }) => {
  const { form } = target
  if (form?.elements.definition) sessionStorage.setItem(keyOf(form), JSON.stringify(valuesOf(form)))
})

/** Puts a draft back into its form, if it says anything else. */
function restoreDraft(form) {
  const draft = JSON.parse(sessionStorage.getItem(keyOf(form)) ?? 'null')
  const isOther = ([name, value]) => name !== 'version' && form.elements[name] && form.elements[name].value !== value
  if (!draft || !Object.entries(draft).some(isOther)) return
  const shown = valuesOf(form)
  const fill = (values) => {
    for (const [name, value] of Object.entries(values)) {
      if (form.elements[name]) form.elements[name].value = value
    }
    form.elements.definition.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const notice = document.createElement('p')
  notice.className = 'notice draft'
  notice.role = 'status'
  const discard = document.createElement('button')
  Object.assign(discard, { type: 'button', className: 'quiet', textContent: 'Discard' })
  discard.addEventListener('click', () => {
    fill(shown)
    sessionStorage.removeItem(keyOf(form))
    notice.remove()
    form.elements.definition.focus()
  })
  notice.append('Draft restored. ', discard)
  form.before(notice)
  fill(draft)
}

// Only what a new page has: a form that htmx shows again has what was typed.
for (const form of document.querySelectorAll('form:has(textarea[name="definition"])')) restoreDraft(form)

// What has been sent is no draft any more; what was refused is still one.
addEventListener('htmx:afterRequest', ({ detail: { elt, xhr } }) => {
  if (elt.elements?.definition && xhr.status >= 200 && xhr.status < 400) sessionStorage.removeItem(keyOf(elt))
})
addEventListener('submit', ({ target }) => {
  if (target.elements.definition && !target.hasAttribute('hx-post')) sessionStorage.removeItem(keyOf(target))
})
