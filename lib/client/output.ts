import { printable } from './answer.ts'

const { stdout, stderr } = process

/** Returns what can be shown of a text, on one line. */
export const oneLine = (text: string): string => printable(text).replaceAll('\n', ' ')
/** Says something on a line of its own. */
export const print = (text: string): boolean => stdout.write(`${oneLine(text)}\n`)
const said = new Set<string>()

/** Says something on standard error, once. */
export function warn(text: string): void {
  if (!said.has(text)) stderr.write(`glossary: ${printable(text)}\n`)
  said.add(text)
}

/** JSON on a line of its own, in which control characters of any kind are escaped. */
export const toJson = (value: unknown): string =>
  `${JSON.stringify(value, null, 2).replace(/[\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`
