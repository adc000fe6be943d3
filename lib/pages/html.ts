/** HTML that is safe to send as it is. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML, in elements and in quoted attributes. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => entities[char] ?? '')

/** A template in which every value is escaped, but for HTML made by another one. */
export function html(
  strings: TemplateStringsArray,
  ...values: readonly (string | number | Html | null | false | readonly Html[])[]
): Html {
  const parts = values.map((value, i) => render(value) + (strings[i + 1] ?? ''))
  return new Html((strings[0] ?? '') + parts.join(''))
}

function render(value: string | number | Html | null | false | readonly Html[]): string {
  if (value === null || value === false) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(render).join('')
  return escapeHtml(String(value))
}
