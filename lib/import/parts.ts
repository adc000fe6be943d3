import { tooComplex } from './table.ts'

/**
 * How many lists, objects and values a file can have: more than our export of as many terms as can be imported. A file of
 * 20 MiB could have ten million, which would take more memory than the thread has.
 */
const most = { containers: 500_000, values: 1_500_000, depth: 1000 }

/**
 * Counts the parts of JSON or YAML before they are parsed.
 *
 * @param isJson whether texts are between quotation marks, so that the commas in them do not count
 * @throws Problem `validation_failed` if there are too many
 */
export function requireFewParts(text: string, isJson: boolean): void {
  let [containers, values, depth] = [0, 0, 0]
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"' && isJson) at = endOfString(text, at)
    else if (sign === ',' || sign === '\n') values++
    else if (sign === '[' || sign === '{') {
      containers++
      depth++
    } else if (sign === ']' || sign === '}') depth--
    if (containers > most.containers || values > most.values || depth > most.depth)
      throw tooComplex()
  }
}

/**
 * Counts the parts of YAML after it has been parsed, because aliases multiply them. An alias that is a part of itself has no
 * end, which is a RangeError at the latest.
 *
 * @throws Problem `validation_failed` if there are too many, or RangeError
 */
export function requireFewExpanded(value: unknown, count = { parts: 0 }): void {
  if (++count.parts > most.containers + most.values) throw tooComplex()
  if (typeof value !== 'object' || value === null) return
  for (const part of Object.values(value)) requireFewExpanded(part, count)
}

/** The end of the text if the string has none: then it is no JSON. */
function endOfString(text: string, start: number) {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at
  }
  return text.length
}
