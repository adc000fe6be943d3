import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { filesBelow, readSources, root, type Source, walk } from './support/sources.ts'

// The rules of docs/architecture.md, read off the code itself.
const test = suite('architecture')
const sources = readSources()
const below = (...folders: string[]) =>
  sources.filter(({ path }) => folders.some((folder) => path.startsWith(folder)))
const house = [...below('lib/', 'handlers/'), ...sources.filter((s) => s.path === 'server.ts')]
const packages = (source: Source) => source.imports.filter(({ from }) => !/\.\w+$/.test(from))

/** The imports that break a rule, as 'who imports whom'. */
function imports(of: Source[], isWrong: (from: string, who: string, isType: boolean) => boolean) {
  return of.flatMap(({ path, imports }) =>
    imports
      .filter(({ from, isType }) => isWrong(from, path, isType))
      .map(({ from }) => `${path} imports ${from}`),
  )
}

test('a handler never imports a handler', () => {
  const lists = ['handlers/routes.ts', 'handlers/pages/routes.ts']
  const doors = below('handlers/').filter(({ path }) => !lists.includes(path))
  assert.equal(
    imports(doors, (from) => from.startsWith('handlers/')),
    [],
  )
})

test('lib/ never imports handlers/ or server.ts', () => {
  assert.equal(
    imports(below('lib/'), (from) => /^(handlers\/|server\.ts)/.test(from)),
    [],
  )
})

test('nothing that runs imports tests/ or bench/', () => {
  assert.equal(
    imports(house, (from) => /^(tests|bench)\//.test(from)),
    [],
  )
})

const domain = 'lib/(admin|glossary|identity|discovery|notify)/'
const foundations = 'lib/(db|schemas)/|lib/problem.ts'
const layers: [who: string, may: string][] = [
  ['lib/schemas/', 'lib/schemas/|lib/problem.ts'],
  ['lib/db/', foundations],
  [domain, `${domain}|${foundations}|lib/(context|settings|log|background|worker).ts`],
]

for (const [who, may] of layers) {
  test(`${who} imports no room above it`, () => {
    const inside = sources.filter(({ path }) => new RegExp(`^${who}`).test(path))
    assert.ok(inside.length > 0)
    const isAbove = (from: string) =>
      /^(lib|handlers)\//.test(from) && !new RegExp(`^(${may})`).test(from)
    assert.equal(imports(inside, isAbove), [])
  })
}

/** The files that can be reached from a file by following imports. */
function reachableFrom(path: string, reached = new Set<string>()) {
  const source = sources.find((each) => each.path === path)
  for (const { from } of source?.imports ?? []) {
    if (reached.has(from)) continue
    reached.add(from)
    reachableFrom(from, reached)
  }
  return reached
}

test('no file imports itself through others, not even types', () => {
  const cyclic = house.filter(({ path }) => reachableFrom(path).has(path))
  assert.equal(
    cyclic.map(({ path }) => path),
    [],
  )
})

test('the domain knows no request, no response, no page and no message of Slack', () => {
  const foreign = new Set(['Request', 'Response', 'Headers', 'Html', 'html', 'Blocks', 'fetch'])
  const found: string[] = []
  for (const { path, tree } of below('lib/glossary/', 'lib/discovery/')) {
    walk(tree, (node) => {
      if (ts.isIdentifier(node) && foreign.has(node.text)) found.push(`${path}: ${node.text}`)
    })
  }
  assert.equal(found, [])
})

test('only server.ts touches the HTTP server, and one file the adapter', () => {
  const platform = /^node:(http|https|http2|cluster)$/
  const mayNameTypes = ['lib/http/drain.ts', 'lib/http/listen.ts', 'lib/http/node-listener.ts']
  const touches = (from: string, who: string, isType: boolean) =>
    platform.test(from) && who !== 'server.ts' && !(isType && mayNameTypes.includes(who))
  assert.equal(imports(house, touches), [])
})

test('handlers would run on any web-standard runtime', () => {
  assert.equal(
    imports(below('handlers/'), (from) => from.startsWith('node:')),
    [],
  )
})

test('only server.ts touches the process: environment, signals, exit, output', () => {
  const harmless = ['getuid', 'constrainedMemory']
  const found: string[] = []
  for (const { path, tree } of below('lib/', 'handlers/', 'migrations/')) {
    walk(tree, (node) => {
      if (!ts.isPropertyAccessExpression(node) || node.expression.getText() !== 'process') return
      if (!harmless.includes(node.name.text)) found.push(`${path}: ${node.getText()}`)
    })
  }
  assert.equal(found, [])
})

/** Where a package may be imported: an upgrade is a review of that file or folder. */
const homes: Record<string, RegExp> = {
  '@modelcontextprotocol/sdk': /^lib\/mcp\//,
  '@slack/types': /^lib\/slack\//,
  '@slack/web-api': /^lib\/slack\/client\.ts$/,
  '@valibot/to-json-schema': /^lib\/schemas\/json-schema\.ts$/,
  '@whatwg-node/fetch': /^server\.ts$/,
  '@whatwg-node/server': /^lib\/http\/node-listener\.ts$/,
  cookie: /^lib\/identity\/cookies\.ts$/,
  'cron-parser': /^lib\/jobs\/schedule\.ts$/,
  'csv-stringify': /^lib\/export\/csv\.ts$/,
  diff: /^lib\/pages\//,
  dotenv: /^lib\/environment\.ts$/,
  'itty-router': /^lib\/http\/app\.ts$/,
  jose: /^lib\/identity\//,
  ley: /^lib\/db\/migrate\.ts$/,
  negotiator: /^(handlers\/|lib\/http\/negotiation\.ts$)/,
  'node-schedule': /^lib\/jobs\/schedule\.ts$/,
  'p-limit': /^lib\/slack\//,
  pino: /^lib\/log\.ts$/,
  'pino-pretty': /^lib\/log\.ts$/,
  postgres: /^lib\/db\//,
  preact: /^(lib|handlers)\/pages\//,
  'preact-render-to-string': /^lib\/pages\//,
  tsscmp: /^lib\/(identity|mcp|slack)\//,
  valibot: /^(lib|handlers)\//,
}

test('every package has one home', () => {
  const strays = house.flatMap((source) =>
    packages(source)
      .filter(({ from }) => !from.startsWith('node:') && !homes[from]?.test(source.path))
      .map(({ from }) => `${source.path} imports ${from}`),
  )
  assert.equal(strays, [])
})

test('what is imported is a dependency, not a guest of somebody else', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  const missing = (of: Source[], known: object) =>
    imports(of, (from) => !/^node:|\.\w+$/.test(from) && !(from in known))
  assert.equal(missing([...house, ...below('migrations/')], dependencies), [])
  assert.equal(missing(below('tests/', 'bench/'), { ...dependencies, ...devDependencies }), [])
})

test('migrations import nothing from the house', () => {
  assert.equal(
    imports(below('migrations/'), (from) => /\.\w+$/.test(from)),
    [],
  )
})

test('SQL stays in sql/, outside of lib/db', () => {
  const lower =
    /^\s*(select\s[\s\S]+\sfrom\s|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s|with\s+\w+\s+as\s*\()/
  const upper = new RegExp(lower.source.replace(/\b[a-z]{2,}\b/g, (word) => word.toUpperCase()))
  const found = house
    .filter(({ path }) => !path.startsWith('lib/db/'))
    .flatMap(({ path, strings }) =>
      strings
        .filter((text) => lower.test(text) || upper.test(text))
        .map((text) => `${path}: ${text.slice(0, 60)}`),
    )
  assert.equal(found, [])
})

const folders = ['lib', 'handlers', 'sql', 'migrations', 'tests', 'bench', 'assets']
const files = ['server.ts', ...folders.flatMap(filesBelow)]

test('no file or folder is called utils, helpers, common or misc', () => {
  const vague = /(^|\/)(utils?|helpers?|common|misc|shared)(\.|\/|$)/
  assert.equal(
    files.filter((path) => vague.test(path)),
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

test('no file is longer than 300 lines, no handler than 100, server.ts stays under 80', () => {
  const isHandler = (path: string) => /^handlers\/(?!routes\.ts$)/.test(path)
  const most = (path: string) => (path === 'server.ts' ? 79 : isHandler(path) ? 100 : 300)
  const tooLong = files
    .map((path) => [path, readFileSync(root + path, 'utf8').split('\n').length - 1] as const)
    .filter(([path, lines]) => /\.(tsx?|sql|css|js)$/.test(path) && lines > most(path))
  assert.equal(tooLong, [])
})

const isFunction = (node: ts.Statement) =>
  ts.isFunctionDeclaration(node) ||
  ts.isClassDeclaration(node) ||
  ts.isExportAssignment(node) ||
  (ts.isVariableStatement(node) &&
    node.declarationList.declarations.some(
      ({ initializer }) => initializer && ts.isArrowFunction(initializer),
    ))

const isExported = (node: ts.Statement) =>
  ts.isExportAssignment(node) ||
  (ts.canHaveModifiers(node) &&
    ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))

test('every exported function of lib/ and every endpoint says in a comment what it is for', () => {
  const mute = below('lib/', 'handlers/').flatMap(({ path, tree }) =>
    tree.statements
      .filter((node) => isExported(node) && isFunction(node))
      .filter((node) => ts.getJSDocCommentsAndTags(node).length === 0)
      .map((node) => `${path}: ${node.getText().split('\n')[0]}`),
  )
  assert.equal(mute, [])
})

test.run()
