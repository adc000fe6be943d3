import { execFileSync } from 'node:child_process'
import { mkdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import * as assert from 'uvu/assert'
import { check } from '../lib/client/check.ts'
import { toComments } from '../lib/client/comments.ts'
import { createMatcher } from '../lib/client/globs.ts'
import { createGlossary } from '../lib/client/glossary.ts'
import { type Command, command } from './support/command.ts'
import { growthOf, maxGrowth } from './support/growth.ts'
import { languageClient } from './support/language-client.ts'
import { longestShare } from './support/longest-turn.ts'
import { leastMs, processorMs } from './support/processor-time.ts'
import { glossary, type TestService } from './support/test-service.ts'

// What a stranger's pull request can bring, and that it holds up neither the command nor an editor.

const test = glossary('files of repositories that nobody trusts')
let opened: Command[] = []
test.after.each(async () => {
  for (const each of opened) await each.close()
  opened = []
})

/** A command in a repository whose settings and folder `docs` strangers can bring. */
async function open(service: TestService, scopes = ['read']) {
  const person = await service.person('editor')
  await service.term(person, { name: 'SLA', aliases: [{ name: 'SLAA', kind: 'misspelling' }] })
  const cli = await command(service, person, scopes)
  opened.push(cli)
  await mkdir(join(cli.cwd, '.git'))
  await mkdir(join(cli.cwd, 'docs'))
  const at = (path: string) => join(cli.cwd, path)
  return { ...cli, at, link: (to: string, path: string) => symlink(to, at(path)) }
}

const megabyte = 1024 ** 2

test('comments are found in one pass, whatever begins and does not end', async () => {
  const hostile: Record<string, string[]> = {
    js: ['=/[', '=/\\', '`\\`', '"\\', "'\\", '/*`', '=/a', '\\`'],
    vue: ['<!-', '"\\"', "'", '<script>`${'],
    py: [`'''"`, '"""\'', "'\\'", '"\\', 'a#'],
    java: ["'\\", '"""', '"\\"', "'"],
    go: ["'\\", '`"', '"\\'],
    hs: ['{-', '"\\', '-'],
    lua: ['--[', '[[', "'\\"],
    ps1: ['<#', '<', "'\\"],
    sql: ["'\\", '/', '-'],
    html: ['<!--', '<!-', '--'],
    rs: ['r#"', '/*/*', "b'"],
    sh: ['<<A\n', '${#', '"$('],
    swift: ['"\\(', '#"""'],
    cs: ['$"{', '@"'],
  }
  for (const [ending, units] of Object.entries(hostile))
    for (const unit of units) {
      const count = megabyte / 8 / unit.length
      const read = (text: string) => toComments(`a.${ending}`, text)
      const growth = await growthOf(read, unit.repeat(count), unit.repeat(count / 4))
      assert.ok(growth < maxGrowth, `${ending} ${unit}: ${growth.toFixed(1)} times as long`)
    }
})

test('comments are still found behind what does not end', () => {
  const left = (path: string, text: string) =>
    toComments(path, text)
      ?.replace(/[^\p{L}\n]+/gu, ' ')
      .trim()
  assert.is(left('a.js', 'a = `x // no\n` // yes\nb = "no\nc // yes\nd = /[/"]/ // yes'), 'yes\n \n yes\n yes')
  assert.is(left('a.js', 'a = `open // yes'), 'yes')
  assert.is(left('a.py', "x = '''no # no\ny = 1 # yes"), 'no\n yes')
  assert.is(left('a.c', "'\\x1b' // yes\n/* yes"), 'yes\n yes')
})

test('globs take time in proportion to the path, and match as before', async () => {
  const stars = `${'*a'.repeat(12)}b`
  const slow: [glob: string, path: string][] = [
    [stars, 'a'.repeat(60)],
    ['**/a'.repeat(20), 'a/'.repeat(200)],
    ['**'.repeat(50), 'b'.repeat(1000)],
    [`${'*?'.repeat(100)}b`, 'a'.repeat(4000)],
    ['**/*a'.repeat(30), 'aa/'.repeat(300)],
  ]
  for (const [glob, path] of slow) {
    const ms = await leastMs(500, () => processorMs(() => createMatcher([glob])(path)))
    assert.ok(ms < 500, `${glob}: ${ms} ms`)
  }
  const cases: [glob: string, matching: string[], other: string[]][] = [
    ['vendor', ['vendor', 'vendor/a.md', 'x/vendor/a.md'], ['vendors/a.md', 'a.vendor']],
    ['docs/*.gen.md', ['docs/a.gen.md', 'docs/.gen.md'], ['docs/x/a.gen.md', 'x/docs/a.gen.md']],
    ['**/old/**', ['old/a', 'x/old/a', 'x/y/old/z/a'], ['old', 'x/older/a']],
    ['./a/', ['a', 'a/b'], ['ab', 'c/a']],
    ['/a/b', ['a/b', 'a/b/c'], ['c/a/b']],
    ['a?c.md', ['abc.md', 'x/aßc.md'], ['a/c.md', 'ac.md']],
    ['a+(b).{md}', ['a+(b).{md}'], ['aab.md', 'a+(b).md']],
    ['docs\\b', [], ['docs/b']],
    ['**', ['a', 'a/b'], []],
    ['a/**/b', ['a/b', 'a/x/b', 'a/x/y/b/c'], ['ab', 'a/xb']],
  ]
  for (const [glob, matching, other] of cases) {
    const matches = createMatcher(['none', glob])
    assert.equal([...matching, ...other].filter(matches), matching, glob)
  }
  assert.ok(createMatcher(['docs/b'])('docs\\b'), 'paths of Windows')
})

test('settings are read from a plain file of the repository alone, and their size comes first', async (service) => {
  const cli = await open(service)
  const settings = cli.at('.glossary.json')
  const statusOf = async () => {
    const { status, stderr } = await cli.run(['SLA'])
    await rm(settings, { force: true, recursive: true })
    return `${status} ${stderr.replaceAll(cli.cwd, '')}`
  }
  await cli.link('/dev/zero', '.glossary.json')
  assert.is(await statusOf(), '2 glossary: /.glossary.json is a link that leads out of the repository.\n')
  execFileSync('mkfifo', [settings])
  assert.is(await statusOf(), '2 glossary: /.glossary.json is no plain file.\n')
  execFileSync('mkfifo', [cli.at('docs/pipe')])
  await cli.link('docs/pipe', '.glossary.json')
  assert.is(await statusOf(), '2 glossary: /.glossary.json is no plain file.\n')
  await mkdir(settings)
  assert.match(await statusOf(), /^2 .*\.glossary\.json cannot be read/)
  await cli.link('.glossary.json', '.glossary.json')
  assert.match(await statusOf(), /^2 .*\.glossary\.json cannot be read/)
  await cli.write({ '.glossary.json': '{"ignore": []}' })
  await truncate(settings, 2 ** 31)
  assert.match(await statusOf(), /^2 .* is larger than 16 KB\n$/)
  await cli.write({ '.glossary.json': JSON.stringify({ ignore: Array(2000).fill('*a*a*b') }) })
  assert.match(await statusOf(), /^2 .* is larger than 16 KB\n$/, 'globs without end')
  await writeFile(join(cli.home, 'outside.json'), '{}')
  await cli.link('../home/outside.json', '.glossary.json')
  assert.match(await statusOf(), /^2 .* leads out of the repository/)
  await cli.write({ 'docs/settings.json': '{"status": "official"}' })
  await cli.link('docs/settings.json', '.glossary.json')
  assert.match(await statusOf(), /^1 /, 'a link within the repository counts: SLA is not official')
})

test('the own settings of a person may be a link', async (service) => {
  const cli = await open(service)
  const env = { GLOSSARY_URL: '', GLOSSARY_TOKEN: '' }
  await cli.run(['login', cli.origin], { stdin: cli.env.GLOSSARY_TOKEN ?? '' })
  const [saved, moved] = [join(cli.home, '.config/glossary.json'), join(cli.home, 'dotfile')]
  await rename(saved, moved)
  await symlink('../dotfile', saved)
  assert.is((await cli.run(['SLA'], { env })).status, 0)
  assert.match(await readFile(moved, 'utf8'), /token/)
})

test('check reads plain files up to 5 MB, and links that stay in the repository', async (service) => {
  const cli = await open(service)
  await cli.write({ 'a.md': 'SLAA', 'docs/large.md': '' })
  await writeFile(join(cli.home, 'b.md'), 'SLAA')
  await truncate(cli.at('docs/large.md'), 1.9e9)
  execFileSync('mkfifo', [cli.at('docs/pipe.md')])
  const links = {
    zero: '/dev/zero',
    out: '../../home/b.md',
    in: '../a.md',
    around: `../../${basename(dirname(cli.at('a.md')))}/a.md`,
    folder: '..',
  }
  for (const [name, to] of Object.entries(links)) await cli.link(to, `docs/${name}.md`)
  const names = ['large', 'pipe', ...Object.keys(links)].map((name) => `docs/${name}.md`)
  const { status, stdout, stderr } = await cli.run(['check', ...names, '/dev/null'])
  assert.is(status, 2)
  assert.equal(
    stdout.match(/^docs\/\w+/gm),
    ['docs/in', 'docs/around'],
    'a person may name a file of another folder, and a link that ends within',
  )
  assert.equal(stderr.split('\n'), [
    'glossary: docs/large.md is larger than 5 MB, and was skipped',
    'glossary: docs/pipe.md is no plain file.',
    'glossary: docs/zero.md is a link that leads out of the repository.',
    'glossary: docs/out.md is a link that leads out of the repository.',
    'glossary: docs/folder.md is a folder. Name the files in it.',
    'glossary: /dev/null is no plain file.',
    '',
  ])
  assert.is((await cli.run(['check', '../home/b.md'])).status, 1)
  const large = await cli.run(['check', '-'], { stdin: 'SLAA '.repeat(megabyte + 1) })
  assert.is(large.stderr, 'glossary: - is larger than 5 MB, and was skipped\n')
})

test('propose and pull read YAML without aliases, and name what they do not read', async (service) => {
  const cli = await open(service, ['read', 'write'])
  const levels = Array.from(
    { length: 9 },
    (_, i) =>
      `l${i}: &l${i} [${Array(10)
        .fill(i ? `*l${i - 1}` : 'x')
        .join(', ')}]`,
  )
  await cli.write({ 'docs/laughs.yml': `name: L\ndefinition: x\n${levels.join('\n')}\n`, 'docs/large.yml': '' })
  await cli.write({ 'docs/deep.yml': '['.repeat(100_000), 'new.yml': 'name: NEW\ndefinition: A new one.\n' })
  await truncate(cli.at('docs/large.yml'), 1.9e9)
  execFileSync('mkfifo', [cli.at('docs/pipe.yml')])
  await cli.link('/dev/zero', 'docs/zero.yml')
  await cli.link('../new.yml', 'docs/linked.yml')
  await cli.link('..', 'docs/circle')
  const { status, stdout } = await cli.run(['propose', 'docs', '--dry-run'])
  assert.is(status, 2)
  for (const line of [
    /^failed {2}laughs\.yml {2}.*aliases exceeded/m,
    /^failed {2}deep\.yml {2}.*nesting/m,
    /^failed {2}large\.yml {2}is larger than 1 MB$/m,
    /^failed {2}pipe\.yml {2}is no plain file\.$/m,
    /^failed {2}zero\.yml {2}is a link that leads out of the repository\.$/m,
    /^created {2}linked\.yml$/m,
  ])
    assert.match(stdout, line)
  assert.is((await cli.run(['pull', 'docs'])).status, 0)
})

test('a language server says what is wrong with settings, and goes on', async (service) => {
  const cli = await open(service)
  execFileSync('mkfifo', [cli.at('.glossary.json')])
  const client = await languageClient(cli)
  const { message } = await client.next('window/showMessage')
  assert.match(message, /\.glossary\.json is no plain file/)
  const uri = 'file:///project/a.md'
  client.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'markdown', version: 1, text: 'SLA' } })
  const position = { line: 0, character: 1 }
  assert.is(await client.request('textDocument/hover', { textDocument: { uri }, position }), null)
  await client.close()
})

test('while a large file is checked, others are served', async () => {
  const known = createGlossary([
    {
      ...{ id: '1', name: 'SLA', category: null, full_name: null, definition: 'x', status: 'official', links: [] },
      ...{ in_texts: 'auto', vote_count: 0, aliases: [{ name: 'service promise', kind: 'discouraged' }] },
    } as never,
  ])
  const paragraph = 'Our team says "service promise" of an SLA, as `code` and [a page](http://x.y/z) have it.\n\n'
  for (const path of ['a.md', 'a.ts']) {
    const text = `// ${paragraph}`.repeat(megabyte / paragraph.length / 4)
    const share = await longestShare(0.2, () => check(known, path, text))
    assert.ok(share < 0.2, `${path}: ${share} of the time in one piece`)
  }
})

test.run()
