import { readFile } from 'node:fs/promises'
import { XMLParser, XMLValidator } from 'fast-xml-parser'

/** A short form and its long form, as an annotator marked them; white space is one space each. */
export type Pair = { short: string; long: string }

export type AnnotatedDocument = {
  id: string
  /** One line for each passage. */
  text: string
  pairs: Pair[]
}

type Element = { [name: string]: unknown }

/**
 * Reads abbreviations and their definitions from BioC XML (Comeau et al. 2013), as the corpora of Ab3P, BioADI,
 * Medstract, and Schwartz and Hearst have them (Islamaj Doğan et al. 2014): a relation joins an annotation in
 * the role `ShortForm` with one in the role `LongForm`.
 *
 * @throws Error that says in words why the file cannot be read
 */
export async function readBioc(file: string): Promise<AnnotatedDocument[]> {
  const xml = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${file} cannot be read: ${reasons[error.code ?? ''] ?? error.message}.`)
  })
  const validity = XMLValidator.validate(xml)
  if (validity !== true) {
    throw new Error(`${file} is no XML: ${validity.err.msg} (line ${validity.err.line})`)
  }
  const collection = parser.parse(xml).collection
  if (!isElement(collection)) throw new Error(`${file} is no BioC: it has no collection.`)
  const documents = children(collection, 'document').map((document) => toDocument(document, file))
  if (!documents.some(({ pairs }) => pairs.length > 0)) {
    throw new Error(`${file} has no relation of a ShortForm and a LongForm.`)
  }
  return documents
}

const reasons: Record<string, string> = {
  ENOENT: 'there is no such file',
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
    // Ids may be given anew in each passage: a relation speaks of the part that it stands in.
    const texts = new Map(partsOf(part).flatMap(annotationsOf))
    return children(part, 'relation').map((relation) => {
      const short = texts.get(nodeOf(relation, 'ShortForm'))
      const long = texts.get(nodeOf(relation, 'LongForm'))
      if (short && long) return { short, long }
      throw new Error(`${file}: a relation in document ${id} lacks its ShortForm or LongForm.`)
    })
  })
  return { id, text: children(document, 'passage').map(passageText).join('\n'), pairs }
}

/** A document, passage or sentence, and all that it is made of. */
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

/** The text of a child, in which line breaks are but white space. */
function textOf(element: Element, name: string): string {
  const [value] = [element[name]].flat()
  const text = isElement(value) ? value['#text'] : value
  return String(text ?? '')
    .trim()
    .replace(/\s+/g, ' ')
}
