import { printable } from './document.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

/** Escapes text between two tags of XML. */
export const escapeXml = (text: string): string =>
  printable(text).replace(/[&<>\r]/g, (character) => escapes[character] ?? character)
