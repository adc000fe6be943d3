/** Signs, and pairs of them, that mean something to one of our parsers. */
export const signs = [
  ...['a', 'A', '1', ' ', '\n', '\t', '\r', '\0', '.', ',', ';', ':', '!', '?', '&', '/', '\\', '|'],
  ...['-', '_', '*', '~', '`', '"', "'", '’', '(', '[', '[](', '![', '<', '>', '<a ', '<@', '</', '{'],
  ...['=', '+', '#', '%', '$', '@', 'a@', 'a.b', 'http://', 'www.', '> ', '- ', '1. ', '\u0301', '\u00a0'],
  ...['😀', '\ud800', '\u200d', '&gt;', '&lt;', '```', '**a', '||', 'of ', ' OR ', 'A (', 'A-', 'a=b;', 'sS'],
]

/**
 * Texts of a length, in UTF-16 units, that repeat a sign: alone, between letters, and after letters, spaces and line
 * breaks.
 */
export const shapes: ((sign: string, length: number) => string)[] = [
  (sign, length) => repeat(sign, length),
  (sign, length) => `x${repeat(sign, length - 2)}x`,
  (sign, length) => repeat(`a${sign}`, length),
  (sign, length) => repeat(`AB${sign} `, length),
  (sign, length) => repeat(`${sign}\n`, length),
]

const repeat = (part: string, length: number) =>
  part.repeat(Math.max(0, Math.ceil(length / part.length))).slice(0, Math.max(0, length))
