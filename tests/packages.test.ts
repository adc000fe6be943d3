import { readFileSync } from 'node:fs'
import * as assert from 'uvu/assert'
import { readSources, root, type Source } from './support/sources.ts'
import { suite } from './support/suite.ts'

const test = suite('packages')
const ours = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
const sources = readSources()
const below = (...folders: string[]) => sources.filter(({ path }) => folders.some((folder) => path.startsWith(folder)))
const service = [...below('lib/', 'handlers/'), ...sources.filter((s) => s.path === 'server.ts')]
const packages = (source: Source) => source.imports.filter(({ isFile, from }) => !isFile && !from.startsWith('node:'))

/** Where each package may be imported, so that an upgrade is a review of that file or folder. */
const packageImporters: Record<string, RegExp> = {
  '@lezer/markdown': /^lib\/(import\/markdown|lookup\/in-texts\/markdown-to-unread)\.ts$/,
  '@modelcontextprotocol/sdk': /^lib\/mcp\//,
  '@slack/types': /^lib\/slack\//,
  '@slack/web-api': /^lib\/slack\/client\.ts$/,
  '@valibot/to-json-schema': /^lib\/schemas\/json-schema\.ts$/,
  '@whatwg-node/fetch': /^server\.ts$/,
  '@whatwg-node/server': /^lib\/http\/node-listener\.ts$/,
  cookie: /^lib\/identity\/cookies\.ts$/,
  'cron-parser': /^lib\/jobs\/schedule\.ts$/,
  'csv-parse': /^lib\/import\/csv\.ts$/,
  'csv-stringify': /^lib\/export\/csv\.ts$/,
  diff: /^lib\/glossary\/word-diff\.ts$/,
  esbuild: /^lib\/client\/bundle\.ts$/,
  fflate: /^lib\/(client\/extension|export|import)\//,
  'ipaddr.js': /^lib\/addresses\.ts$/,
  'itty-router': /^lib\/http\/app\.ts$/,
  jose: /^lib\/identity\//,
  'js-yaml': /^lib\/(client|export|import)\//,
  ley: /^lib\/db\/migrate\.ts$/,
  marked: /^lib\/web\/help-documents\.ts$/,
  negotiator: /^(handlers\/|lib\/http\/negotiation\.ts$)/,
  'node-schedule': /^lib\/jobs\/schedule\.ts$/,
  'oidc-provider': /^lib\/oauth\//,
  'openid-client': /^lib\/identity\//,
  'p-limit': /^lib\/(import|slack)\//,
  pino: /^lib\/app\/log\.ts$/,
  'pino-pretty': /^lib\/app\/output\.ts$/,
  piscina: /^lib\/import\/thread(-tasks)?\.ts$/,
  postgres: /^lib\/db\//,
  'postgres-array': /^lib\/db\/connection\.ts$/,
  preact: /^(lib\/web|handlers\/pages)\//,
  'preact-render-to-string': /^lib\/web\//,
  'read-excel-file': /^lib\/import\/workbook\.ts$/,
  'prom-client': /^lib\/metrics\/(prometheus|problem-counters)\.ts$/,
  'rate-limiter-flexible': /^lib\/app\/limits\.ts$/,
  stemmer: /^lib\/lookup\/words-in-common\.ts$/,
  tsx: /^lib\/import\/thread\.mjs$/,
  tsscmp: /^lib\/(identity|mcp|metrics|slack)\//,
  'vscode-languageserver': /^lib\/client\/language-server\.ts$/,
  'vscode-languageserver-textdocument': /^lib\/client\//,
  valibot: /^(lib|handlers)\//,
}

test('every package has one exact version', () => {
  const versions = Object.entries({ ...ours.dependencies, ...ours.devDependencies } as Record<string, string>)
  assert.equal(
    versions.filter(([, version]) => !/^(npm:.+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
    [],
  )
})

test('every package is imported in one place', () => {
  const elsewhere = service.flatMap((source) =>
    packages(source)
      .filter(({ from }) => !packageImporters[from]?.test(source.path))
      .map(({ from }) => `${source.path} imports ${from}`),
  )
  assert.equal(elsewhere, [])
  const imported = new Set(service.flatMap((source) => packages(source).map(({ from }) => from)))
  assert.equal(
    Object.keys(packageImporters).filter((name) => !imported.has(name)),
    [],
  )
})

test('every imported package is a dependency of our own', () => {
  const { dependencies, devDependencies } = ours
  const missing = (of: Source[], known: object) => of.flatMap(packages).filter(({ from }) => !(from in known))
  assert.equal(missing([...service, ...below('migrations/')], dependencies), [])
  assert.equal(missing(below('tests/', 'bench/'), { ...dependencies, ...devDependencies }), [])
})

test('the API viewer is installed without its dependencies, because we serve the file that contains them', () => {
  const viewer = `${root}node_modules/@scalar/api-reference/package.json`
  const { dependencies } = JSON.parse(readFileSync(viewer, 'utf8'))
  assert.equal(
    ours.overrides['@scalar/api-reference'],
    Object.fromEntries(
      Object.keys(dependencies)
        .sort()
        .map((name) => [name, `npm:tsscmp@${ours.dependencies.tsscmp}`]),
    ),
  )
})

test('a production install has at most 270 packages', () => {
  const { packages } = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8'))
  type Locked = { dev?: boolean; os?: string[]; optional?: boolean }
  const installed = Object.entries<Locked>(packages).filter(
    ([path, { dev, os, optional }]) => path !== '' && !dev && !(optional && os),
  )
  assert.ok(installed.length <= 268, `${installed.length}, and a PostgreSQL and an esbuild of the platform`)
})

test.run()
