import { submitAsEnter } from './plain-form.ts'

type Field = HTMLInputElement & HTMLTextAreaElement

/**
 * Presses a key on an element, such as "j" or "Control+Enter", and does what a browser does unless a script prevents
 * it: types, clicks and sends forms. Keys that move the focus need a browser.
 */
export function pressKey(element: HTMLElement, keys: string) {
  const modifiers = keys.split('+').slice(0, -1)
  const key = keys.replace(/^.*\+(?=.)/, '')
  const { KeyboardEvent } = element.ownerDocument.defaultView as unknown as typeof globalThis
  const init = {
    ...{ key, bubbles: true, cancelable: true, ctrlKey: modifiers.includes('Control') },
    ...{
      shiftKey: modifiers.includes('Shift'),
      altKey: modifiers.includes('Alt'),
      metaKey: modifiers.includes('Meta'),
    },
  }
  const isLeft = element.dispatchEvent(new KeyboardEvent('keydown', init))
  if (isLeft && modifiers.every((name) => name === 'Shift')) doAsBrowser(element, key)
  element.dispatchEvent(new KeyboardEvent('keyup', init))
}

function doAsBrowser(element: HTMLElement, key: string) {
  const isText = element.matches('textarea, input:not([type=checkbox], [type=radio], [type=submit], [type=button])')
  if (key === 'Tab') throw new Error('where Tab leads needs a browser')
  if (isText && (key.length === 1 || key === 'Backspace' || (key === 'Enter' && element.matches('textarea')))) {
    insert(element as Field, key)
  } else if (key === 'Enter' && element.matches('a[href], button, summary, input, select')) submitAsEnter(element)
  else if (key === ' ' && element.matches('button, summary, input')) element.click()
}

function insert(field: Field, key: string) {
  const { InputEvent } = field.ownerDocument.defaultView as unknown as typeof globalThis
  const { value } = field
  if (key === 'Backspace') field.value = value.slice(0, -1)
  else field.value = value + (key === 'Enter' ? '\n' : key)
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
