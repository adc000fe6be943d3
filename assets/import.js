// The page that imports terms: a preview as soon as there is a file, and progress.

const importForm = document.querySelector('form#import')

if (importForm) {
  const { file, text } = importForm.elements
  const progress = document.querySelector('#import-progress')
  const preview = () => importForm.requestSubmit(document.querySelector('#preview-import'))

  // A file replaces pasted cells, and the other way round.
  file.addEventListener('change', () => {
    text.value = ''
    if (file.files.length > 0) preview()
  })
  text.addEventListener('paste', () => {
    file.value = ''
    setTimeout(preview) // when the text is there
  })

  // A file can be dropped anywhere on the form.
  importForm.addEventListener('dragover', (event) => event.preventDefault())
  importForm.addEventListener('drop', (event) => {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    file.files = event.dataTransfer.files
    file.dispatchEvent(new Event('change'))
  })

  // What the button says depends on the boxes of protected terms: one for all of them, and one for each.
  importForm.addEventListener('change', ({ target: { name, checked } }) => {
    if (name !== 'replace' && name !== 'replace_all') return
    const { replace_all: all } = importForm.elements
    if (name === 'replace_all') for (const box of importForm.querySelectorAll('[name=replace]')) box.checked = checked
    else if (!checked) all.checked = false
    preview()
  })

  // While the file is sent, how much of it was; then the server works for an unknown time.
  importForm.addEventListener('htmx:beforeRequest', () => {
    progress.hidden = false
  })
  importForm.addEventListener('htmx:xhr:progress', ({ detail: { loaded, total } }) => {
    if (loaded < total) progress.value = loaded / total
    else progress.removeAttribute('value')
  })
  importForm.addEventListener('htmx:afterRequest', () => {
    progress.hidden = true
  })
  // The button that was pressed may be gone, and with it most of what was above the result.
  importForm.addEventListener('htmx:afterSettle', () => {
    if (document.activeElement.matches('body, .import-source *')) showResult()
  })
}

function showResult() {
  const result = document.querySelector('#preview')
  result.focus({ preventScroll: true })
  if (result.getBoundingClientRect().top < 0) result.scrollIntoView()
}
