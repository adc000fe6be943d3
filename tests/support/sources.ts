import { readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** The target of an import: a source file by its path, a package by its name, or `node:…`. */
export type Import = { from: string; isType: boolean; isFile: boolean }

/** A TypeScript source file. */
export type Source = {
  /** from the root of the project: 'lib/http/app.ts' */
  path: string
  text: string
  tree: ts.SourceFile
  imports: Import[]
  /** the texts of its string literals and templates, comments left out */
  strings: string[]
}

/** The paths of all files below a folder of the project, from its root. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((path) => statSync(root + path).isFile())
    .sort()

const all = ['handlers', 'lib', 'migrations', 'tests', 'bench']

/** Reads the TypeScript files of the project or of some folders, and the JavaScript of its threads. */
export function readSources(folders = all): Source[] {
  const paths = ['server.ts', 'typescript.mjs', ...folders.flatMap(filesBelow)]
  return paths.filter((path) => /\.(tsx?|mjs)$/.test(path)).map(readSource)
}

/** Reads a TypeScript file, whose path is from the root of the project. */
export function readSource(path: string): Source {
  const text = readFileSync(root + path, 'utf8')
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const source: Source = { path, text, tree, imports: [], strings: [] }
  walk(tree, (node) => {
    if (ts.isStringLiteralLike(node)) source.strings.push(node.text)
    else if (ts.isTemplateExpression(node)) source.strings.push(node.getText())
    const specifier = importSpecifier(node)
    if (!specifier) return
    const isFile = specifier.startsWith('.')
    source.imports.push({ from: target(path, specifier), isType: isTypeOnly(node), isFile })
  })
  return source
}

/** Calls `visit` with a node and everything in it. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, (child) => walk(child, visit))
}

/** The module that a node imports, if it does: statically, by `export … from`, or by import(). */
function importSpecifier(node: ts.Node): string | undefined {
  const literal =
    ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
      ? node.moduleSpecifier
      : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
        ? node.arguments[0]
        : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
          ? node.argument.literal
          : undefined
  return literal && ts.isStringLiteralLike(literal) ? literal.text : undefined
}

function isTypeOnly(node: ts.Node): boolean {
  if (ts.isImportTypeNode(node)) return true
  if (ts.isExportDeclaration(node)) return node.isTypeOnly
  if (!ts.isImportDeclaration(node) || !node.importClause) return false
  const { phaseModifier, name, namedBindings } = node.importClause
  if (phaseModifier === ts.SyntaxKind.TypeKeyword) return true
  if (name || !namedBindings || ts.isNamespaceImport(namedBindings)) return false
  return namedBindings.elements.every(({ isTypeOnly }) => isTypeOnly)
}

function target(path: string, specifier: string): string {
  if (specifier.startsWith('.')) {
    return new URL(specifier, `file:///${path}`).pathname.slice(1)
  }
  return /^(node:.*|@[^/]+\/[^/]+|[^/]+)/.exec(specifier)?.[1] ?? specifier
}
