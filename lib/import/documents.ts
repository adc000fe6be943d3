import { FAILSAFE_SCHEMA, loadAll, nullJsonTag, YAMLException } from 'js-yaml'
import { tooComplex, unreadable } from './table.ts'

/**
 * Parses JSON: one document, or one in each line.
 *
 * @throws Problem `validation_failed`, also if it has more parts than memory allows
 */
export function parseJson(text: string): unknown[] {
  requireFewParts(text, true)
  try {
    return [JSON.parse(text)]
  } catch (error) {
    return parseLines(text, error)
  }
}

/** @param cause why the whole text is no document */
function parseLines(text: string, cause: unknown) {
  const documents: unknown[] = []
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (line.trim() === '') continue
    try {
      documents.push(JSON.parse(line))
    } catch (error) {
      if (documents.length === 0) throw unreadable('is not valid JSON.', cause)
      throw unreadable(`is not valid JSON: line ${index + 1} is no document.`, error)
    }
  }
  return documents
}

/**
 * Parses the documents of YAML. Site generators put `---` at both ends, which makes an empty one. All scalars but
 * `null`, which `glossary pull` writes, are text as people wrote them.
 *
 * @throws Problem `validation_failed`, also if it has more parts than memory allows; RangeError if it is nested too
 * deeply
 */
export function parseYaml(text: string): unknown[] {
  requireFewParts(text, false)
  const documents = loadYaml(text)
  requireFewExpanded(documents)
  const filled = documents.filter((document) => document !== null && document !== undefined && document !== '')
  return filled.length > 0 ? filled : [null]
}

const schema = FAILSAFE_SCHEMA.withTags(nullJsonTag)

function loadYaml(text: string): unknown[] {
  try {
    return loadAll(text, { schema, maxAliases: 1000 })
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    const reason = error.toString(true).replace('YAMLException: ', '').split('\n')[0]
    throw unreadable(`is not valid YAML: ${reason?.slice(0, 300)}.`)
  }
}

/**
 * How many lists, objects and values a file can have: more than our export of as many terms as can be imported. A file
 * of 20 MiB could have ten million, which would take more memory than the thread has.
 */
const most = { containers: 500_000, values: 1_500_000, depth: 1000 }

/**
 * Counts the parts of JSON or YAML before they are parsed.
 *
 * @param isJson whether texts are between quotation marks, so that the commas in them do not count
 * @throws Problem `validation_failed` if there are too many
 */
function requireFewParts(text: string, isJson: boolean): void {
  let [containers, values, depth] = [0, 0, 0]
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"' && isJson) at = endOfString(text, at)
    else if (sign === ',' || sign === '\n') values++
    else if (sign === '[' || sign === '{') {
      containers++
      depth++
    } else if (sign === ']' || sign === '}') depth--
    if (containers > most.containers || values > most.values || depth > most.depth) throw tooComplex()
  }
}

/**
 * Counts the parts of YAML after it has been parsed, because aliases multiply them. An alias that is a part of itself
 * has no end, which is a RangeError at the latest.
 *
 * @throws Problem `validation_failed` if there are too many, or RangeError
 */
function requireFewExpanded(value: unknown, count = { parts: 0 }): void {
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
