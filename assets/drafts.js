// What somebody has begun to write about a term survives a reload, in the storage of the tab: a new term, an edit, a
// proposal, a definition in the review queue, the answer to a report. It is for this person alone, until they log out.

const prefix = `draft ${document.querySelector('meta[name="reader"]')?.content}`

/** The version goes with the text, so that a change that somebody else has made meanwhile is a conflict. */
const fieldsOf = (form) =>
  [...form.elements].filter(
    (field) =>
      field.name &&
      (field.matches('textarea, select, input:not([type="hidden"], [type="checkbox"])') || field.name === 'version'),
  )

const keyOf = (form) =>
  [prefix, location.pathname, form.getAttribute('action'), form.querySelector('[name="item"]')?.value].join(' ')

/** Rows of a form have the same names, in their order. */
const valuesOf = (form) => fieldsOf(form).map(({ name, value }) => [name, value])
const textOfDraft = (values) => JSON.stringify(values.filter(([name]) => name !== 'version'))

addEventListener('input', ({ target }) => {
  const { form } = target
  if (form?.elements.definition) sessionStorage.setItem(keyOf(form), JSON.stringify(valuesOf(form)))
})

/** Puts a draft back into its form, if it says anything else. */
function restoreDraft(form) {
  const draft = JSON.parse(sessionStorage.getItem(keyOf(form)) ?? 'null')
  const shown = valuesOf(form)
  if (!Array.isArray(draft) || textOfDraft(draft) === textOfDraft(shown)) return
  const fill = (values) => {
    const left = fieldsOf(form)
    for (const [name, value] of values) {
      const at = left.findIndex((field) => field.name === name)
      const [field] = at < 0 ? [] : left.splice(at, 1)
      if (!field || field.value === value) continue
      field.value = value
      field.closest('.form-row')?.classList.remove('spare')
      field.closest('details:not([open])')?.setAttribute('open', '')
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

const formsIn = (element) => element.querySelectorAll('form:has(textarea[name="definition"])')
for (const form of formsIn(document)) restoreDraft(form)

/** What was sent from the review queue, as long as the decision can be undone. Undoing it changes the version. */
const sent = new Map()

// What has been sent is no draft any more; what was refused is still one.
addEventListener('htmx:afterRequest', ({ detail: { elt, xhr } }) => {
  if (!elt.elements?.definition || xhr.status < 200 || xhr.status >= 400) return
  const key = keyOf(elt)
  const draft = JSON.parse(sessionStorage.getItem(key) ?? 'null')
  if (draft && elt.elements.item) sent.set(key, textOfDraft(draft))
  sessionStorage.removeItem(key)
})

// An item of the queue that is shown again, as its decision was undone. A form that was refused has what was typed.
addEventListener('htmx:afterSettle', ({ target, detail: { requestConfig } }) => {
  for (const form of formsIn(target)) {
    if (requestConfig?.path === form.getAttribute('action')) continue
    const key = keyOf(form)
    if (sent.has(key)) sessionStorage.setItem(key, sent.get(key))
    sent.delete(key)
    restoreDraft(form)
  }
})
addEventListener('submit', ({ target }) => {
  if (target.matches('[action="/auth/logout"]')) {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith('draft ')) sessionStorage.removeItem(key)
  }
  if (target.elements.definition && !target.hasAttribute('hx-post')) sessionStorage.removeItem(keyOf(target))
})
