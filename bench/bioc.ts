import { readFile } from 'node:fs/promises'
import { XMLParser, XMLValidator } from 'fast-xml-parser'

/** A short form and its long form, as marked by an annotator. White space is reduced to single spaces. */
export type Pair = { short: string; long: string }

export type AnnotatedDocument = {
  id: string
  /** one line per passage */
  text: string
  pairs: Pair[]
}

type Element = { [name: string]: unknown }

/**
 * Reads abbreviations and their definitions from BioC XML (Comeau et al. 2013). The corpora of Ab3P, BioADI,
 * Medstract, and Schwartz and Hearst use this format (Islamaj Doğan et al. 2014): a relation connects an
 * annotation with the role `ShortForm` to an annotation with the role `LongForm`.
 *
 * @throws Error with the reason if the file cannot be read
 */
export async function readBioc(file: string): Promise<AnnotatedDocument[]> {
  const xml = await readText(file)
  const validity = XMLValidator.validate(xml)
  if (validity !== true) {
    throw new Error(`${file} is not valid XML: ${validity.err.msg} (line ${validity.err.line})`)
  }
  const collection = parser.parse(xml).collection
  if (!isElement(collection)) throw new Error(`${file} is not BioC: it has no collection.`)
  const documents = children(collection, 'document').map((document) => toDocument(document, file))
  if (!documents.some(({ pairs }) => pairs.length > 0)) {
    throw new Error(`${file} has no relation of a ShortForm and a LongForm.`)
  }
  return documents
}

/** @throws Error with the reason if the file cannot be read */
export function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${file} cannot be read: ${reasons[error.code ?? ''] ?? error.message}.`)
  })
}

const reasons: Record<string, string> = {
  ENOENT: 'the file does not exist',
  EACCES: 'permission is denied',
  EISDIR: 'it is a directory',
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  htmlEntities: true,
})

function toDocument(document: Element, file: string): AnnotatedDocument {
  const id = textOf(document, 'id')
  const pairs = partsOf(document).flatMap((part) => {
    // IDs can repeat in different passages. A relation refers to annotations in its own part.
    const texts = new Map(partsOf(part).flatMap(annotationsOf))
    return children(part, 'relation').map((relation) => {
      const short = texts.get(nodeOf(relation, 'ShortForm'))
      const long = texts.get(nodeOf(relation, 'LongForm'))
      if (short && long) return { short, long }
      throw new Error(`${file}: a relation in document ${id} has no ShortForm or no LongForm.`)
    })
  })
  return { id, text: children(document, 'passage').map(passageText).join('\n'), pairs }
}

/** Returns a document, passage or sentence, and all passages and sentences in it. */
function partsOf(part: Element): Element[] {
  const inner = [...children(part, 'passage'), ...children(part, 'sentence')]
  return [part, ...inner.flatMap(partsOf)]
}

function passageText(passage: Element) {
  const sentences = children(passage, 'sentence').map((sentence) => textOf(sentence, 'text'))
  return textOf(passage, 'text') || sentences.join(' ')
}

function annotationsOf(part: Element): [id: string, text: string][] {
  return children(part, 'annotation').map((one) => [String(one['@id']), textOf(one, 'text')])
}

function nodeOf(relation: Element, role: string) {
  const node = children(relation, 'node').find((node) => node['@role'] === role)
  return String(node?.['@refid'])
}

function children(element: Element, name: string): Element[] {
  return [element[name]].flat().filter(isElement)
}

function isElement(value: unknown): value is Element {
  return typeof value === 'object' && value !== null
}

/** Returns the text of a child element. White space, including line breaks, is reduced to single spaces. */
function textOf(element: Element, name: string): string {
  const [value] = [element[name]].flat()
  const text = isElement(value) ? value['#text'] : value
  return String(text ?? '')
    .trim()
    .replace(/\s+/g, ' ')
}
