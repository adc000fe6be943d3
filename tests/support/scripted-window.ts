import { createRequire } from 'node:module'
import type { DOMWindow } from 'jsdom'
import type { ChosenFile } from './flow-page.ts'
import { isShown } from './plain-queries.ts'

type Send = (request: Request) => Promise<Response>

/** Adds what our scripts use of a browser and jsdom lacks. `send` sends the requests of `fetch`. */
export function addWhatIsMissing(window: DOMWindow, send: Send) {
  const { createExpression } = window.XPathEvaluator.prototype
  window.XPathEvaluator.prototype.createExpression = function create(text, resolver) {
    const expression = createExpression.call(this, text, resolver)
    const { evaluate } = expression
    // jsdom does not know that the type may be left out.
    return Object.assign(expression, { evaluate: (node: Node, type = 0) => evaluate.call(expression, node, type) })
  }
  Object.assign(window, {
    scrollTo: () => {},
    CSS: { escape: (text: string) => text.replace(/^\d/, '\\3$& ').replace(/[^\w\s\\-]/g, '\\$&') },
    matchMedia: () => ({ matches: false, addEventListener: () => {} }),
    // The body of our scripts is a form, if there is one.
    fetch: (path: string, { method, body }: RequestInit = {}) =>
      send(
        new Request(new URL(path, window.location.href), { method, body: body && new URLSearchParams(String(body)) }),
      ),
  })
  Object.assign(window.Element.prototype, {
    scrollIntoView: () => {},
    checkVisibility(this: Element) {
      return isShown(this)
    },
  })
  Object.defineProperty(window.HTMLElement.prototype, 'innerText', {
    get(this: HTMLElement) {
      return this.textContent
    },
  })
  Object.assign(window.HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true
      this.querySelector<HTMLElement>('[autofocus], input, button')?.focus()
    },
    close(this: HTMLDialogElement) {
      this.open = false
      this.dispatchEvent(new window.Event('close'))
    },
  })
}

/** Chooses a file in a field, which only a person can do. */
export function chooseFile(window: DOMWindow, field: HTMLInputElement, { name, mimeType: type, buffer }: ChosenFile) {
  const file = new window.File([new window.Uint8Array(buffer)], name, { type })
  const files = implForWrapper(field.files)
  files.splice(0, files.length, implForWrapper(file))
}

type Navigate = (url: URL) => void
const navigators = new WeakMap<object, Navigate>()

/** Calls back when a script goes to another page, which jsdom does not do. */
export function onNavigation(window: DOMWindow, navigate: Navigate) {
  navigators.set(window.document, navigate)
}

type LocationImplementation = {
  _relevantDocument: { _defaultView: DOMWindow }
  _locationObjectNavigate: Stay
  reload(): void
}
type Stay = (this: LocationImplementation, url: object, flags?: object) => void
const require = createRequire(import.meta.url)
const { implForWrapper } = require('jsdom/lib/generated/idl/utils.js')
const { serializeURL } = require('whatwg-url')
const { implementation } = require('jsdom/lib/jsdom/living/window/Location-impl.js') as {
  implementation: { prototype: LocationImplementation }
}
const { _locationObjectNavigate: stay } = implementation.prototype
implementation.prototype._locationObjectNavigate = function go(url, flags) {
  const { _defaultView: window } = this._relevantDocument
  const target = new URL(serializeURL(url))
  const isHere = target.href.replace(/#.*/, '') === window.location.href.replace(/#.*/, '')
  if (isHere) stay.call(this, url, flags)
  else navigators.get(window.document)?.(target)
}
implementation.prototype.reload = function reload() {
  const { _defaultView: window } = this._relevantDocument
  navigators.get(window.document)?.(new URL(window.location.href))
}
