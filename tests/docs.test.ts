import { existsSync, readFileSync } from 'node:fs'
import * as assert from 'uvu/assert'
import { routes } from '../handlers/app.ts'
import { tools } from '../lib/mcp/tools.ts'
import { filesBelow, root } from './support/sources.ts'
import { suite } from './support/suite.ts'

// What the documents say of files and of each other.
const test = suite('documents')
const texts = ['README', 'CONTRIBUTING', 'SECURITY', 'CHANGELOG'].map((name) => `${name}.md`)
const documents = [...texts, ...filesBelow('docs').filter((path) => path.endsWith('.md'))]
const read = (path: string) => readFileSync(root + path, 'utf8')
const folders = ['lib', 'handlers', 'sql', 'migrations', 'tests', 'bench', 'assets', 'docs']
const files = ['server.ts', 'typescript.mjs', ...texts, ...folders.flatMap(filesBelow)]

test('files that documents name exist', () => {
  const missing = documents.flatMap((path) =>
    [...read(path).matchAll(/`([\w./-]+\.(?:tsx?|mjs|sql|css))`/g)]
      .map(([, name = '']) => name)
      .filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)))
      .map((name) => `${path}: ${name}`),
  )
  assert.equal(missing, [])
})

test('links lead to files, and to headings of theirs', () => {
  const broken = documents.flatMap((path) =>
    [...read(path).matchAll(/\]\((?!\w+:)([^)#]*)(?:#([^)]*))?\)/g)]
      .filter(([, file = '', heading]) => {
        const target = file ? new URL(file, `file:///${path}`).pathname.slice(1) : path
        return !existsSync(root + target) || (heading && !headings(target).includes(heading))
      })
      .map(([link]) => `${path}: ${link}`),
  )
  assert.equal(broken, [])
})

test('each attack in the document about security names tests that exist', () => {
  const [, table = ''] = read('docs/security.md').split('| attack | what stops it | test |')
  const rows = table.split('\n').filter((line) => /^\| [^-]/.test(line))
  const wrong = rows.filter((row) => {
    const names = [...(row.split('|').at(-2) ?? '').matchAll(/`([\w-]+)`/g)]
    return !(names.length > 0 && names.every(([, name]) => existsSync(`${root}tests/${name}.test.ts`)))
  })
  assert.ok(rows.length > 20)
  assert.equal(wrong, [])
})

test('requests that documents name are those of endpoints', () => {
  const withoutNames = (path: string) => path.replaceAll(/:\w+|\{[^}]*\}/g, '*')
  const endpoints = new Set(routes.map(({ contract: { method, path } }) => `${method} ${withoutNames(path)}`))
  // The contract is what was ordered: it may be ahead of the code.
  const ours = documents.filter((path) => path !== 'docs/contract.md')
  const named = ours.flatMap((path) =>
    [...read(path).matchAll(/\b(GET|POST|PUT|PATCH|DELETE) (\/(?:api|feeds|oauth)\/[\w{}|/:-]+)/g)].map(
      ([request, method, endpoint = '']) => ({
        where: `${path}: ${request}`,
        endpoint: `${method} ${withoutNames(endpoint)}`,
      }),
    ),
  )
  assert.ok(named.length > 30)
  assert.equal(
    named.filter(({ endpoint }) => !endpoints.has(endpoint)).map(({ where }) => where),
    [],
  )
})

test('the arguments of the tools of /mcp are those that the document lists', () => {
  const listed = tools.map(({ name }) => {
    const row = read('docs/mcp.md').match(new RegExp(`^\\| \`${name}\` \\|.*\\|$`, 'm'))?.[0]
    const cell = (row ?? '').split('|')[3] ?? ''
    return [...cell.replaceAll(/\([^)]*\)/g, '').matchAll(/`(\w+)\??`/g)].map(([, key]) => key)
  })
  assert.equal(
    listed,
    tools.map(({ input }) => Object.keys(input.entries)),
  )
})

/** The names by which GitHub links to the headings of a document. */
const headings = (path: string) =>
  [...read(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

test('comments cite sections that the contract has', () => {
  const sections = new Set([...read('docs/contract.md').matchAll(/^## (\d+)\. /gm)].map(([, section]) => section))
  const sources = files.filter((path) => /\.(tsx?|mjs|js|sql|css)$/.test(path))
  const wrong = sources.flatMap((path) =>
    [
      ...read(path)
        .replaceAll(/\n *(?:\*|--|\/\/)? */g, ' ')
        .matchAll(/\bcontract,? sections? (\d+(?:(?:, | and )\d+)*)/g),
    ]
      .flatMap(([, cited = '']) => cited.split(/, | and /))
      .filter((section) => !sections.has(section))
      .map((section) => `${path}: section ${section}`),
  )
  assert.equal(wrong, [])
})

test.run()
