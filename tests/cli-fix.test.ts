import { chmod, link, lstat, readdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { fixFile, fixText } from '../lib/client/fix.ts'
import { createGlossary } from '../lib/client/glossary.ts'
import { type Command, command } from './support/command.ts'
import { languageClient } from './support/language-client.ts'
import { setStatus } from './support/terms.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('the command glossary check --fix')
const opened: Command[] = []
test.after.each(async () => {
  for (const each of opened.splice(0)) await each.close()
})

const misspelled = (name: string) => ({ name, kind: 'misspelling' })
const discouraged = (name: string) => ({ name, kind: 'discouraged' })

async function addTerms(service: TestService): Promise<Person> {
  const as = await service.person('admin')
  const add = async (fields: object) => {
    const { id } = await service.term(as, fields)
    await setStatus(service, id, 'official')
    return id as string
  }
  await add({ name: 'Kestrel', aliases: [misspelled('Castrol'), misspelled('kest roll'), discouraged('bird bus')] })
  await add({ name: 'Peregrine', aliases: [misspelled('kest roll')] })
  await add({ name: 'account', category: 'Sales', aliases: [discouraged('client file'), discouraged('client')] })
  await add({ name: 'R&D "lab"', aliases: [misspelled('are and dee')] })
  const [old, next, last] = [
    await add({ name: 'Deploy stop' }),
    await add({ name: 'change freeze', category: 'IT' }),
    await add({ name: 'change pause' }),
  ]
  await service.request('PUT', `/api/v1/terms/${old}/relations/replaced_by/${next}`, { as, body: {} })
  assert.ok(last)
  return as
}

async function open(service: TestService) {
  const as = await addTerms(service)
  const cli = await command(service, as)
  opened.push(cli)
  const read = (path: string) => readFile(join(cli.cwd, path), 'utf8')
  return { as, cli, read, path: (name: string) => join(cli.cwd, name) }
}

test('it writes what it corrects and prints what is left', async (service) => {
  const { cli, read, path } = await open(service)
  const text = '\ufeffA Castrol,\r\nthree client files, kest roll.\r\nDeploy stops are rare.\r\n'
  await cli.write({ 'a.txt': text })
  await chmod(path('a.txt'), 0o640)
  const first = await cli.run(['check', '--fix', 'a.txt'])
  assert.equal(first, {
    status: 1,
    stderr: '',
    stdout: [
      'a.txt:1:3  "Castrol" is now "Kestrel"',
      'a.txt:2:7  say "account", not "client files"',
      'a.txt:2:21  say "Kestrel", not "kest roll"',
      'a.txt:3:1  say "change freeze", not "Deploy stops"\n',
    ].join('\n'),
  })
  const all = await cli.run(['check', '--fix', '--kinds', 'discouraged, replaced', '--format', 'json', 'a.txt'])
  assert.equal(
    [all.status, JSON.parse(all.stdout)],
    [1, [{ path: 'a.txt', line: 2, column: 17, text: 'kest roll', say: 'Kestrel', kind: 'misspelling' }]],
  )
  assert.is(
    all.stderr,
    'a.txt:2:7  "client files" is now "accounts"\na.txt:3:1  "Deploy stops" is now "Change freezes"\n',
  )
  assert.is(await read('a.txt'), '\ufeffA Kestrel,\r\nthree accounts, kest roll.\r\nChange freezes are rare.\r\n')
  assert.is((await stat(path('a.txt'))).mode & 0o777, 0o640)
  assert.equal(await readdir(cli.cwd), ['a.txt'])
  const again = await cli.run(['check', '--fix', '--kinds=misspelling,discouraged,replaced', 'a.txt'])
  assert.equal(again, { status: 1, stderr: '', stdout: 'a.txt:2:17  say "Kestrel", not "kest roll"\n' })
})

test('a file in which nothing is wrong is not written, and one that is right then ends with 0', async (service) => {
  const { cli, path } = await open(service)
  await cli.write({
    'right.md': '`Castrol`\n',
    'wrong.vtt': 'WEBVTT\n\nCastrol\n00:01.000 --> 00:02.000\nCastrol: Castrol\n',
  })
  const before = await stat(path('right.md'))
  const { status, stdout } = await cli.run(['check', '--fix', 'right.md', 'wrong.vtt'])
  assert.equal([status, stdout], [0, 'wrong.vtt:5:10  "Castrol" is now "Kestrel"\n'])
  const { ino, mtimeMs } = await stat(path('right.md'))
  assert.equal([ino, mtimeMs], [before.ino, before.mtimeMs])
})

test('a link stays a link, and what cannot be replaced safely is left alone', async (service) => {
  const { cli, read, path } = await open(service)
  await cli.write({
    'a.txt': 'Castrol',
    'hard.txt': 'Castrol',
    'locked.txt': 'Castrol',
    'old.txt': Buffer.from('Castrol \xe4', 'latin1'),
  })
  await symlink('a.txt', path('link.txt'))
  await link(path('hard.txt'), path('other.txt'))
  await chmod(path('locked.txt'), 0o444)
  assert.is((await cli.run(['check', '--fix', 'link.txt'])).status, 0)
  assert.equal([(await lstat(path('link.txt'))).isSymbolicLink(), await read('a.txt')], [true, 'Kestrel'])
  for (const [name, reason] of [
    ['hard.txt', 'has several names (hard links)'],
    ['locked.txt', 'is read-only'],
    ['old.txt', 'is not UTF-8'],
  ] as const) {
    const before = await readFile(path(name))
    const { status, stdout, stderr } = await cli.run(['check', '--fix', name])
    assert.equal([status, stderr], [2, `glossary: ${name} ${reason}, and was left alone\n`])
    assert.match(stdout, `${name}:1:1  say "Kestrel", not "Castrol"`)
    assert.ok(before.equals(await readFile(path(name))))
  }
  assert.is((await readdir(cli.cwd)).length, 6)
})

test('a file that somebody changes, or replaces, meanwhile is left alone', async (service) => {
  const { as, cli, path } = await open(service)
  const { body } = await service.request('GET', '/api/v1/export?format=json&status=all', { as })
  const copy = createGlossary(body)
  const file = path('a.txt')
  const slow = (change: () => Promise<void>) => ({
    ...copy,
    findChanges: async (...args: Parameters<typeof copy.findChanges>) => {
      const found = await copy.findChanges(...args)
      if (found.length === 0) await change() // after the last pass, before the file is replaced
      return found
    },
  })
  for (const other of ['Castrol, and more', '']) {
    await writeFile(file, 'Castrol')
    const change = async () => {
      await writeFile(`${file}.new`, other)
      await rename(`${file}.new`, file)
    }
    const failed = await fixFile(slow(change), { path: file, folder: cli.cwd, bytes: Buffer.from('Castrol') }, [
      'misspelling',
    ]).catch((error) => error.message)
    assert.equal([failed, await readFile(file, 'utf8')], ['has changed meanwhile', other])
    assert.equal(await readdir(cli.cwd), ['a.txt'])
  }
})

test('in code, names are left whose signs could mean something there', async (service) => {
  const { cli, read } = await open(service)
  const files = {
    'a.ts': '// are and dee, Castrol\nconst castrol = "Castrol"\n',
    'a.json': '{ "Castrol": "are and dee, Castrol" }\n',
    'a.md': 'are and dee, Castrol\n',
  }
  await cli.write(files)
  const { status } = await cli.run(['check', '--fix', ...Object.keys(files)])
  assert.is(status, 1)
  assert.is(await read('a.ts'), files['a.ts'].replace('Castrol', 'Kestrel'))
  assert.is(await read('a.json'), '{ "Castrol": "are and dee, Kestrel" }\n')
  assert.is(await read('a.md'), 'R&D "lab", Kestrel\n')
})

test('where signs could mean something, also in a file of an unknown kind, names with such signs are left', async () => {
  const heard = {
    'A_B test': 'aybee test',
    'bed, breakfast': 'bedbreak',
    'tea -- time': 'teetime',
    'R&D <lab>': 'ardie',
  }
  const terms = [...Object.entries(heard), ['Kestrel', 'Castrol'] as const].map(([name, misspelling], index) => ({
    ...{ id: `${index}`, name, category: null, full_name: null, definition: 'x', status: 'official', links: [] },
    ...{ in_texts: 'auto', vote_count: 0, aliases: [misspelled(misspelling)] },
  }))
  const copy = createGlossary(terms as unknown as Parameters<typeof createGlossary>[0])
  const written = async (path: string) =>
    (await fixText(copy, path, 'aybee test; bedbreak; teetime; ardie; Castrol', ['misspelling'])).text.split('; ')
  const all = [...Object.keys(heard), 'Kestrel']
  for (const path of ['a.txt', 'docs/README', 'a.b/LICENSE', 'a.md', 'a.LOG'])
    assert.equal(await written(path), all, path)
  const [underscore, comma, dashes] = all
  for (const path of ['a.csv', 'a.po', 'a.strings', '.editorconfig'])
    assert.equal(await written(path), [underscore, 'bedbreak', 'teetime', 'ardie', 'Kestrel'], path)
  for (const path of ['a.tex', 'a.rst', 'a.adoc'])
    assert.equal(await written(path), ['aybee test', comma, 'teetime', 'ardie', 'Kestrel'], path)
  for (const path of ['a.mdx', 'a.html', 'a.vue'])
    assert.equal(await written(path), [underscore, comma, dashes, 'ardie', 'Kestrel'], path)
})

test('options that do not fit are refused', async (service) => {
  const { cli, read } = await open(service)
  await cli.write({ 'a.txt': 'Castrol' })
  for (const args of [
    ['--kinds', 'misspelling', 'a.txt'],
    ['--fix', '--kinds', 'alias', 'a.txt'],
    ['--fix', '--kinds=', 'a.txt'],
    ['--fix', '-'],
    ['--fix'],
  ]) {
    const { status, stdout } = await cli.run(['check', ...args], { stdin: 'Castrol' })
    assert.equal([status, stdout], [2, ''], args.join(' '))
  }
  assert.is(await read('a.txt'), 'Castrol')
})

test('a file is corrected as the service corrects its text', async (service) => {
  const { as, cli, read } = await open(service)
  const said = 'Castrols, kest rolls, a Castrol’s client files. Deploy stops and are and dee;\nbird buses, Kestrel'
  const files: Record<string, string> = {
    'a.txt': said.replaceAll('\n', '\r\n'),
    'a.md': `${said} \`Castrol\` [Castrol](castrol)\n`,
    'a.vtt': `WEBVTT\n\n00:01.000 --> 00:02.000\n<v Castrol>${said}\n`,
    'a.srt': `1\n00:00:01,000 --> 00:00:02,000\nCastrol: ${said}\n`,
  }
  for (const kinds of [['misspelling'], ['misspelling', 'discouraged', 'replaced']])
    for (const settings of [{ status: 'community' }, { status: 'community', category: 'IT' }]) {
      await cli.write({ ...files, '.glossary.json': JSON.stringify(settings) })
      await cli.run(['check', '--fix', '--kinds', kinds.join(), ...Object.keys(files)])
      for (const [path, text] of Object.entries(files)) {
        const format = { txt: 'text', md: 'markdown' }[path.slice(2)] ?? path.slice(2)
        const request = { text, format, kinds, ...settings }
        const { body } = await service.request('POST', '/api/v1/correct', { as, body: request })
        assert.is(await read(path), body.text, `${path} ${JSON.stringify([kinds, settings])}`)
        assert.not.equal(body.text, text)
      }
    }
})

test('the quick fix of editors has the endings and the capital, too', async (service) => {
  const { cli } = await open(service)
  const client = await languageClient(cli)
  await client.request('initialize', { processId: null, rootUri: null, capabilities: {} })
  client.notify('initialized')
  const uri = 'file:///a.md'
  const text = 'Three client files and Castrol’s kest rolls.\nDeploy stops are rare.'
  client.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'markdown', version: 1, text } })
  const { diagnostics } = await client.next('textDocument/publishDiagnostics', (each) => each.diagnostics.length > 0)
  const range = { start: { line: 0, character: 0 }, end: { line: 1, character: 99 } }
  const actions = await client.request('textDocument/codeAction', {
    textDocument: { uri },
    range,
    context: { diagnostics },
  })
  assert.equal(
    actions.map(({ title, edit }: { title: string; edit: { changes: Record<string, { newText: string }[]> } }) => [
      title,
      edit.changes[uri]?.[0]?.newText,
    ]),
    [
      ['Replace with "account"', 'accounts'],
      ['Replace with "Kestrel"', 'Kestrel'],
      ['Replace with "Kestrel"', 'Kestrels'],
      ['Replace with "change freeze"', 'Change freezes'],
    ],
  )
  await client.close()
})

test.run()
