import { printable } from './document.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

/** Escapes text between two tags of XML, or a URL, which contains no quotation mark, in an attribute. */
export const escapeXml = (text: string): string =>
  printable(text).replace(/[&<>\r]/g, (character) => escapes[character] ?? character)
