// The rows of a form (handlers/pages/terms/rows-form.tsx): one button shows a spare row, another one empties a row and
// hides it.
addEventListener('click', ({ target }) => {
  const adds = target.closest('[data-shows-row]')
  if (adds) {
    const spare = adds.closest('.rows').querySelector('.spare')
    spare?.classList.remove('spare')
    spare?.querySelector('input:not([type="hidden"])').focus()
    adds.hidden = !adds.closest('.rows').querySelector('.spare')
  }
  const row = target.closest('[data-clears-row]')?.closest('.form-row')
  if (!row) return
  const button = row.closest('.rows').querySelector('[data-shows-row]')
  for (const field of row.querySelectorAll('input, select[name="other_id"]')) field.value = ''
  row.classList.add('spare')
  row.querySelector('.fault')?.remove()
  button.before(row)
  button.hidden = false
  button.focus()
  row.dispatchEvent(new Event('input', { bubbles: true }))
})
