import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import {
  CodeActionKind,
  CompletionItemKind,
  createConnection,
  type Diagnostic,
  DiagnosticSeverity,
  MessageType,
  type Position,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver/node'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { fold } from '../schemas/text.ts'
import { describeTerm, printable } from './answer.ts'
import { check, describeRemark } from './check.ts'
import { createMatcher } from './globs.ts'
import { type Glossary, goodNames } from './glossary.ts'
import { openSource } from './source.ts'

const waitMs = 300
const maxDocument = 5 * 1024 ** 2
/** How much of a text around a place is read for it: more than the longest name, on each side. */
const around = 500
const maxItems = 50

type Span = { start: number; end: number }

/**
 * Runs a language server until its client ends it.
 *
 * @param lang the language in which terms are shown, otherwise that of the computer
 */
export function serve(input: NodeJS.ReadableStream, output: NodeJS.WritableStream, lang?: string): Promise<number> {
  setFlagsFromString('--optimize-for-size') // A glossary of 10,000 terms then takes 95 MB, not 120.
  const connection = createConnection(input, output)
  const documents = new TextDocuments(TextDocument)
  let source: ReturnType<typeof openSource>
  connection.onInitialize(({ workspaceFolders, rootUri }) => {
    const uri = workspaceFolders?.[0]?.uri ?? rootUri
    const warn = (problem: string) =>
      void connection.sendNotification('window/showMessage', { type: MessageType.Warning, message: printable(problem) })
    const folder = uri ? toPath(uri) : process.cwd()
    source = openSource(folder, warn, () => documents.all().forEach(checkSoon), lang)
    source.read().catch(() => {})
    return {
      capabilities: {
        textDocumentSync: TextDocumentSyncKind.Incremental,
        hoverProvider: true,
        completionProvider: {},
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
      },
      serverInfo: { name: 'glossary' },
    }
  })

  connection.onInitialized(async () => {
    const progress = await connection.window.createWorkDoneProgress()
    progress.begin('Loading the glossary')
    await source.read().finally(() => progress.done())
  })

  const waiting = new Map<string, NodeJS.Timeout>()
  function checkSoon({ uri }: { uri: string }) {
    clearTimeout(waiting.get(uri))
    waiting.set(
      uri,
      setTimeout(() => checkNow(uri).catch(() => {}), waitMs),
    )
  }
  async function checkNow(uri: string) {
    const document = documents.get(uri)
    if (!document || document.getText().length > maxDocument) return
    const { version } = document
    const { glossary, repository } = await source.read()
    const path = toPath(uri)
    const isIgnored = createMatcher(repository.ignore)(relative(repository.root, path))
    const named = /\.\w+$/.test(path) || document.languageId !== 'markdown' ? path : `${path}.md`
    const remarks = isIgnored ? [] : await check(glossary, named, document.getText())
    if (documents.get(uri)?.version !== version) return // It is checked again.
    const diagnostics = remarks.map(
      (remark): Diagnostic => ({
        range: rangeOf(document, remark),
        message: printable(describeRemark(remark)),
        severity: DiagnosticSeverity.Information,
        ...{ source: 'glossary', code: remark.kind, data: remark.fix },
      }),
    )
    connection.sendDiagnostics({ uri, version, diagnostics })
  }
  documents.onDidChangeContent(({ document }) => checkSoon(document))
  documents.onDidClose(({ document: { uri } }) => {
    clearTimeout(waiting.get(uri))
    waiting.delete(uri)
    connection.sendDiagnostics({ uri, diagnostics: [] })
  })

  connection.onHover(async ({ textDocument, position }) => {
    const document = documents.get(textDocument.uri)
    if (!document) return null
    const { glossary, url } = await source.read()
    const { text, offset, first } = cut(document, position)
    const found = (await findAt(glossary, text, offset)) ?? (await findInIdentifier(glossary, text, offset))
    if (!found) return null
    const meanings = found.rows.flatMap(({ term_id, name, kind }) => {
      const term = glossary.termOf(term_id)
      const matched = kind === 'name' ? undefined : { name, kind }
      return term ? describeTerm(glossary, url, { ...term, ...(matched && { matched }) }) : []
    })
    const range = rangeOf(document, found, first)
    return { contents: { kind: 'plaintext', value: printable(meanings.join('\n\n')) }, range }
  })

  connection.onCompletion(async ({ textDocument, position }) => {
    const document = documents.get(textDocument.uri)
    if (!document) return null
    const { glossary, url } = await source.read()
    const { text, offset, first } = cut(document, position)
    const { typed, names } = namesThatBegin(glossary, text.slice(0, offset))
    const range = rangeOf(document, { start: offset - typed.length, end: offset }, first)
    const items = names
      .slice(0, maxItems)
      .map(({ name, term }) => ({
        label: printable(name),
        kind: CompletionItemKind.Text,
        ...(term.full_name && { detail: printable(term.full_name) }),
        documentation: printable(describeTerm(glossary, url, term)),
        filterText: typed,
        textEdit: { range, newText: printable(name) },
      }))
    return { isIncomplete: true, items }
  })

  connection.onCodeAction(({ textDocument, context }) =>
    context.diagnostics.flatMap((diagnostic) => {
      const [, name] = /^say "(.*?)", not "/.exec(String(diagnostic.message)) ?? []
      if (diagnostic.source !== 'glossary' || name === undefined) return []
      // An editor that does not keep data gets the name as it is.
      const newText = typeof diagnostic.data === 'string' ? diagnostic.data : name
      const edit = { changes: { [textDocument.uri]: [{ range: diagnostic.range, newText }] } }
      const fix = { title: `Replace with "${name}"`, kind: CodeActionKind.QuickFix, edit }
      return { ...fix, diagnostics: [diagnostic], isPreferred: true }
    }),
  )
  documents.listen(connection)
  connection.listen()
  return new Promise<number>(() => {}) // The connection ends the process.
}

/** The path of a document; one that is no file is called by its address. */
function toPath(uri: string): string {
  try {
    return fileURLToPath(uri)
  } catch {
    return uri
  }
}

/** A range of a document. @param first where the text begins in which it was found */
const rangeOf = (document: TextDocument, { start, end }: Span, first = 0) => ({
  start: document.positionAt(first + start),
  end: document.positionAt(first + end),
})

/** The text around a place, the place in it, and where it begins in the document. */
function cut(document: TextDocument, position: Position) {
  const at = document.offsetAt(position)
  const first = Math.max(0, at - around)
  const range = { start: document.positionAt(first), end: document.positionAt(at + around) }
  return { text: document.getText(range), offset: at - first, first }
}

async function findAt(glossary: Glossary, text: string, offset: number, loose = false) {
  const { found } = await glossary.explain(text, 'text', { loose })
  return found.find(({ start, end, rows }) => start <= offset && offset <= end && rows.length > 0)
}

/** Where a word ends within a name of a program: `activeUsers`, `SLAReport`. */
const seam = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}(?!s(?!\p{Ll}))\p{Ll})/gu

/** Finds a name within a name of a program, whose words are joined. */
async function findInIdentifier(glossary: Glossary, text: string, offset: number) {
  const identifiers = [...text.matchAll(/[\p{L}\p{N}_$]+/gu)]
  const here = identifiers.find(({ index, 0: { length } }) => index <= offset && offset <= index + length)
  if (!here) return undefined
  const [identifier] = here
  const seams = [...identifier.matchAll(seam)].map(({ index }) => index)
  const words = identifier.replace(/[_$]/g, ' ')
  const split = [0, ...seams].map((start, i) => words.slice(start, seams[i])).join(' ')
  const at = offset - here.index
  const moved = at + seams.filter((place) => place <= at).length
  const found = await findAt(glossary, split, moved, true)
  const toPlace = (place: number) => here.index + place - seams.filter((s, i) => s + i < place).length
  return found && { ...found, start: toPlace(found.start), end: toPlace(found.end) }
}

/** The names that begin with the last words of a text: with as many of them as begin any name. */
function namesThatBegin({ terms }: Glossary, text: string) {
  const [last = ''] = /(?:[\p{L}\p{N}][^\s]* ){0,4}[\p{L}\p{N}]\S*$/u.exec(text) ?? []
  const starts = [...last.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)].map(({ index }) => index)
  for (const typed of starts.map((start) => last.slice(start))) {
    const begins = (name: string) => fold(name).startsWith(fold(typed))
    const names = terms.flatMap((term) =>
      goodNames(term)
        .filter(begins)
        .map((name) => ({ name, term })),
    )
    if (names.length > 0) return { typed, names }
  }
  return { typed: '', names: [] }
}
