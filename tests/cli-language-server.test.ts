import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { type Command, command } from './support/command.ts'
import { type LanguageClient, languageClient } from './support/language-client.ts'
import { glossary, type TestService } from './support/test-service.ts'

const test = glossary('the language server')
let clean: (() => Promise<unknown>)[] = []
test.after.each(async () => {
  for (const each of clean.reverse()) await each()
  clean = []
})

async function open(service: TestService): Promise<Command> {
  const person = await service.person()
  await service.term(person, {
    name: 'SLA',
    full_name: 'Service Level Agreement',
    definition: 'A promise.',
    aliases: [{ name: 'service promise', kind: 'discouraged' }],
  })
  await service.term(person, { name: 'active users', definition: 'Those who came.' })
  await service.term(person, { name: 'churn rate', definition: 'Those who left.' })
  const cli = await command(service, person)
  clean.push(() => cli.close())
  return cli
}

async function start(cli: Command, env = {}) {
  const client = await languageClient(cli, env)
  clean.push(async () => client.child.kill())
  return client
}

const edit = (client: LanguageClient, uri: string, version: number, text: string) =>
  client.notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ text }] })

function show(client: LanguageClient, name: string, text: string, languageId = 'plaintext') {
  const uri = `file:///project/${name}`
  client.notify('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } })
  return uri
}

const diagnosticsOf = (client: LanguageClient, uri: string, version = 1) =>
  client.next('textDocument/publishDiagnostics', (params) => params.uri === uri && params.version === version)

test('hover shows what a name means, also within names of programs, in ranges of UTF-16', async (service) => {
  const client = await start(await open(service))
  const uri = show(
    client,
    'a.ts',
    'An 😀 SLA, activeUsers\nconst churn_rate = SLAReport(x) // MAX_CHURN_RATE nothing\nthe service\npromise\n',
  )
  const hover = async (line: number, character: number) =>
    client.request('textDocument/hover', { textDocument: { uri }, position: { line, character } })
  const at = (line: number, start: number, end: number) => ({
    start: { line, character: start },
    end: { line, character: end },
  })
  const sla = await hover(0, 7)
  assert.equal(sla.range, at(0, 6, 9))
  assert.match(sla.contents.value, /^SLA \(Service Level Agreement\)\nA promise\.\n/)
  for (const [line, character, range, text] of [
    [0, 12, at(0, 11, 22), 'Those who came.'],
    [0, 18, at(0, 11, 22), 'Those who came.'],
    [1, 6, at(1, 6, 16), 'Those who left.'],
    [1, 20, at(1, 19, 22), 'A promise.'],
    [1, 45, at(1, 39, 49), 'Those who left.'],
    [2, 5, { start: { line: 2, character: 4 }, end: { line: 3, character: 7 } }, 'Say SLA, not “service promise”.'],
  ] as const) {
    const found = await hover(line, character)
    assert.equal(found?.range, range, `${line}:${character}`)
    assert.match(found.contents.value, text)
  }
  for (const [line, character] of [
    [0, 1],
    [1, 26],
    [1, 54],
  ] as const)
    assert.is(await hover(line, character), null)
})

test('diagnostics follow edits, and the quick fix replaces what they say', async (service) => {
  const client = await start(await open(service))
  const uri = show(client, 'a.md', 'A 😀 service promise, `service promise`.\n', 'markdown')
  const { diagnostics } = await diagnosticsOf(client, uri)
  const range = { start: { line: 0, character: 5 }, end: { line: 0, character: 20 } }
  assert.equal(
    diagnostics.map((each: object) => ({ ...each, data: undefined })),
    [
      {
        range,
        message: 'say "SLA", not "service promise"',
        severity: 3,
        source: 'glossary',
        code: 'discouraged',
        data: undefined,
      },
    ],
  )
  const [action, ...others] = await client.request('textDocument/codeAction', {
    textDocument: { uri },
    range,
    context: { diagnostics },
  })
  assert.equal([others, action.title, action.kind], [[], 'Replace with "SLA"', 'quickfix'])
  assert.equal(action.edit.changes, { [uri]: [{ range, newText: 'SLA' }] })
  for (let version = 2; version < 30; version++) edit(client, uri, version, `${'x\n'.repeat(version)}service promise`)
  const after = await diagnosticsOf(client, uri, 29)
  assert.equal([after.version, after.diagnostics[0].range.start.line], [29, 29])
  edit(client, uri, 30, 'fine')
  assert.equal((await diagnosticsOf(client, uri, 30)).diagnostics, [])
})

test('a client that shows progress is told while the glossary is loaded', async (service) => {
  const cli = await open(service)
  const client = await languageClient(cli, {}, { window: { workDoneProgress: true } })
  clean.push(async () => client.child.kill())
  const { token } = await client.next('window/workDoneProgress/create')
  const begun = await client.next('$/progress', ({ value }) => value.kind === 'begin')
  assert.equal([begun.token, begun.value.title], [token, 'Loading the glossary'])
  await client.next('$/progress', ({ value }) => value.kind === 'end')
  const uri = show(client, 'a.txt', 'A service promise')
  assert.is((await diagnosticsOf(client, uri)).diagnostics.length, 1)
})

test('completion has the names that begin with what was typed', async (service) => {
  const client = await start(await open(service))
  const uri = show(client, 'a.txt', 'the active u and Serv')
  const complete = async (character: number) => {
    const { items } = await client.request('textDocument/completion', {
      textDocument: { uri },
      position: { line: 0, character },
    })
    return items.map(
      ({ label, textEdit }: { label: string; textEdit: { range: { start: { character: number } } } }) => [
        label,
        textEdit.range.start.character,
      ],
    )
  }
  assert.equal(await complete(12), [['active users', 4]])
  assert.equal(await complete(21), [])
  const second = show(client, 'b.txt', 'an sl')
  const { items } = await client.request('textDocument/completion', {
    textDocument: { uri: second },
    position: { line: 0, character: 5 },
  })
  assert.equal([items[0].label, items[0].detail], ['SLA', 'Service Level Agreement'])
})

test('it survives a service that is away, a large file, and a copy that another process replaces', async (service) => {
  const cli = await open(service)
  await cli.run(['SLA'])
  await cli.stop()
  const client = await start(cli)
  const large = show(client, 'large.txt', 'service promise '.repeat(350_000))
  const uri = show(client, 'a.txt', 'service promise')
  assert.is((await diagnosticsOf(client, uri)).diagnostics.length, 1)
  const hover = (of: string) =>
    client.request('textDocument/hover', { textDocument: { uri: of }, position: { line: 0, character: 3 } })
  assert.match((await hover(large)).contents.value, /A promise/)
  const folder = join(cli.home, '.cache', 'glossary')
  const [file = ''] = await readdir(folder)
  const copy = JSON.parse(await readFile(join(folder, file), 'utf8'))
  const terms = copy.terms.map((term: object) => ({ ...term, definition: 'Another text.' }))
  await writeFile(join(folder, file), JSON.stringify({ ...copy, etag: '"new"', terms }))
  const deadline = Date.now() + 20_000
  for (let text = ''; !text.includes('Another text.'); ) {
    assert.ok(Date.now() < deadline)
    await new Promise((done) => setTimeout(done, 300))
    text = (await hover(uri)).contents.value
  }
  assert.is(await client.close(), 0)
})

test('without settings, it says so and goes on', async (service) => {
  const cli = await open(service)
  const client = await start(cli, { GLOSSARY_URL: '', GLOSSARY_TOKEN: '' })
  const uri = show(client, 'a.txt', 'service promise')
  assert.match((await client.next('window/showMessage')).message, /glossary login/)
  assert.equal((await diagnosticsOf(client, uri)).diagnostics, [])
})

test.run()
