import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { pull } from '../lib/client/pull.ts'
import { send } from '../lib/client/service.ts'
import { type Command, command } from './support/command.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('the glossary as files')
const opened: Command[] = []
test.after.each(async () => {
  for (const each of opened.splice(0)) await each.close()
})

async function open(service: TestService, as: Person) {
  const cli = await command(service, as, ['write'])
  opened.push(cli)
  return cli
}

const pathsIn = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('.git'))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()

/** Replaces a text in a file. */
async function edit(file: string, from: string | RegExp, to: string) {
  const text = await readFile(file, 'utf8')
  assert.ok(text.search(from) >= 0, text)
  await writeFile(file, text.replace(from, to))
}

const proposals = async ({ request }: TestService, as: Person) =>
  (await request('GET', '/api/v1/proposals?status=open', { as })).body

test('pull writes a file a term, whose name suits any system, and changes nothing else', async (service) => {
  const editor = await service.person('editor')
  const add = (fields: object) => service.term(editor, fields)
  const odd = 'line one\n  indented: "quoted"\n\n# no comment\n--- \u2028 é 😀 \ttab'
  const slash = await add({
    name: 'a/b:c?é',
    category: 'Ops/On-call',
    definition: odd,
    aliases: [{ name: '007', kind: 'discouraged' }],
  })
  const [upper, lower] = [
    await add({ name: 'QZA', category: 'Net' }),
    await add({ name: 'qza', category: 'net', full_name: 'x' }),
  ]
  const others = [
    await add({ name: 'CON' }),
    await add({ name: 'nul.txt', category: '.git' }),
    await add({ name: 'x'.repeat(120), category: 'aux' }),
  ]
  const cli = await open(service, editor)
  const { status, stdout, stderr } = await cli.run(['pull', 'terms'])
  assert.equal([status, stderr], [0, ''])
  assert.match(stdout, /^6 terms: 6 files written, 0 removed/)
  const folder = join(cli.cwd, 'terms')
  const paths = await pathsIn(folder)
  const short = ({ id }: { id: string }) => id.slice(0, 8)
  assert.equal(
    paths,
    [
      `Net/QZA-${short(upper)}.yml`,
      `Net/qza-${short(lower)}.yml`,
      `Ops-On-call/a-b-c-é-${short(slash)}.yml`,
      `_CON-${short(others[0] as never)}.yml`,
      `_aux/${'x'.repeat(60)}-${short(others[2] as never)}.yml`,
      `_git/_nul.txt-${short(others[1] as never)}.yml`,
    ].sort(),
  )
  for (const path of paths)
    assert.ok(
      path.split('/').every((part) => !/[<>:"\\|?*]|[. ]$|^(con|nul|aux)(\.|$)/i.test(part)),
      path,
    )
  const file = join(folder, paths.find((path) => path.includes('a-b-c')) ?? '')
  const text = await readFile(file, 'utf8')
  assert.match(text, new RegExp(`^# Written by "glossary pull".*\nid: ${slash.id}\nversion: 1\nname: a/b:c\\?é\n`))
  await edit(file, /^/, '# A remark of ours.\n')
  await cli.write({ 'terms/new.yml': 'name: NEW\ndefinition: A new one.\n', 'terms/readme.md': 'x' })
  const again = await cli.run(['pull', 'terms'])
  assert.match(again.stdout, / 0 files written, 0 removed, 1 left alone\nedited {2}Ops-On-call/)
  assert.match(await readFile(file, 'utf8'), /^# A remark/)
  assert.equal(
    (await cli.run(['propose', 'terms', '--dry-run'])).stdout,
    'created  new.yml\nDry run: no proposal was sent.\n',
  )
  assert.equal((await service.request('GET', '/api/v1/terms?q=NEW', { as: editor })).body.total, 0)
})

const nowhere = { url: 'http://127.0.0.1:1', token: 'glo_x' }

test('pull writes through no link, and into no file whose name turns a line', async (service) => {
  const cli = await open(service, await service.person())
  const term = (name: string) => ({ id: '01234567-89ab', version: 1, name, category: null })
  await cli.write({ 'outside.yml': 'mine', 'terms/readme.md': 'x' })
  await symlink('../outside.yml', join(cli.cwd, 'terms/SLA-01234567.yml'))
  await pull(nowhere, join(cli.cwd, 'terms'), [term('SLA')] as never)
  assert.is(await readFile(join(cli.cwd, 'outside.yml'), 'utf8'), 'mine')
  await pull(nowhere, join(cli.cwd, 'terms'), [term('a\u202eb\u009bc')] as never)
  assert.equal(await pathsIn(join(cli.cwd, 'terms')), ['a-b-c-01234567.yml', 'readme.md'])
})

test('pull follows what is renamed, moved, changed and deleted, and leaves files without an ID alone', async (service) => {
  const editor = await service.person('editor')
  const [a, b, c] = [
    await service.term(editor, { name: 'Sla', category: 'Ops' }),
    await service.term(editor, { name: 'SLO', category: 'Ops' }),
    await service.term(editor, { name: 'SLI', category: 'Web' }),
  ]
  const cli = await open(service, editor)
  await cli.run(['pull', 'terms'])
  await cli.write({
    'terms/Ops/own.yml': 'name: OWN\n',
    'terms/broken.yml': ': [',
    'terms/.hidden/a.yml': `id: ${a.id}\n`,
  })
  const change = (id: string, fields: object) =>
    service.request('PUT', `/api/v1/terms/${id}`, { as: editor, body: { version: 1, ...fields } })
  await change(a.id, { name: 'SLA' })
  await change(b.id, { definition: 'Another goal.' })
  await service.request('DELETE', `/api/v1/terms/${c.id}`, { as: editor })
  const { stdout } = await cli.run(['pull', 'terms'])
  assert.match(stdout, /^2 terms: 2 files written, 2 removed/)
  const short = ({ id }: { id: string }) => id.slice(0, 8)
  assert.equal(await pathsIn(join(cli.cwd, 'terms')), [
    '.hidden/a.yml',
    `Ops/SLA-${short(a)}.yml`,
    `Ops/SLO-${short(b)}.yml`,
    'Ops/own.yml',
    'broken.yml',
  ])
  assert.match(
    await readFile(join(cli.cwd, `terms/Ops/SLO-${short(b)}.yml`), 'utf8'),
    /version: 2\nname: SLO\n.*\ndefinition: Another goal\.\n/s,
  )
})

test('propose sends what differs from the version in the file, in the name of the token, and can be repeated', async (service) => {
  const [editor, viewer] = [await service.person('editor'), await service.person()]
  const sla = await service.term(editor, { name: 'SLA', definition: 'A promise.', full_name: 'x' })
  const links = [{ url: 'https://example.com/slo', label: 'Page' }]
  const slo = await service.term(editor, { name: 'SLO', definition: 'A goal.', links })
  const cli = await open(service, viewer)
  await cli.run(['pull', '.'])
  const fileOf = ({ name, id }: { name: string; id: string }) => join(cli.cwd, `${name}-${id.slice(0, 8)}.yml`)
  assert.equal(await cli.run(['propose', '.']), { status: 0, stdout: 'No file has changed.\n', stderr: '' })
  await edit(fileOf(sla), 'A promise.', 'Our promise.')
  await edit(fileOf(sla), 'full_name: x', 'full_name: null')
  await service.request('PUT', `/api/v1/terms/${sla.id}`, { as: editor, body: { version: 1, category: 'Ops' } })
  await cli.write({ 'new.yml': 'name: SLI\ndefinition: A measure.\naliases: [indicator]\n' })
  const sent = await cli.run(['propose', '.'])
  assert.equal([sent.status, sent.stderr], [0, ''])
  assert.equal(sent.stdout.split('\n').sort(), ['', `created  new.yml`, `proposed  SLA-${sla.id.slice(0, 8)}.yml`])
  await edit(fileOf(sla), 'Our promise.', 'The promise.')
  assert.match((await cli.run(['propose', '.'])).stdout, /^proposed {2}SLA/)
  const [proposal, ...others] = await proposals(service, viewer)
  assert.equal([others, proposal.base_version, proposal.proposed_by.id], [[], 1, viewer.id])
  assert.equal(proposal.changes, {
    definition: { from: 'A promise.', to: 'The promise.' },
    full_name: { from: 'x', to: null },
  })
  await edit(fileOf(slo), 'label: Page', 'label: null')
  await cli.run(['propose', '.'])
  const [linked] = await proposals(service, viewer)
  assert.equal(linked.changes, { links: { from: links, to: [{ ...links[0], label: null }] } })
  await rm(fileOf(slo))
  await edit(fileOf(sla), /version: 1/, 'version: 9')
  await cli.write({ 'broken.yml': ': [' })
  const refused = await cli.run(['propose', '.'])
  assert.is(refused.status, 2)
  assert.match(
    refused.stdout,
    /^failed {2}broken\.yml {2}\S.*\nfailed {2}SLA-\w+\.yml {2}version must be at most 2\nno file {2}(SLI|SLO) /,
  )
  assert.is((await service.request('GET', `/api/v1/terms/${slo.id}`, { as: viewer })).status, 200)
})

test('two clones of a repository propose to the same term, and the one that is behind is a conflict for people', async (service) => {
  const [editor, ann, ben] = [await service.person('editor'), await service.person(), await service.person()]
  const sla = await service.term(editor, { name: 'SLA', definition: 'A promise.' })
  const [one, two] = [await open(service, ann), await open(service, ben)]
  const git = (cwd: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args], { cwd, stdio: 'pipe' })
  const bare = join(one.home, 'terms.git')
  await mkdir(bare)
  git(bare, 'init', '--bare', '-b', 'main')
  git(one.cwd, 'clone', bare, 'a')
  await one.run(['pull', 'a/terms'])
  git(join(one.cwd, 'a'), 'add', '.')
  git(join(one.cwd, 'a'), 'commit', '-m', 'Pull')
  git(join(one.cwd, 'a'), 'push', 'origin', 'HEAD:main')
  git(two.cwd, 'clone', bare, 'b')
  const path = `terms/SLA-${sla.id.slice(0, 8)}.yml`
  await edit(join(one.cwd, 'a', path), 'A promise.', 'Our promise.')
  await edit(join(two.cwd, 'b', path), 'A promise.', 'Their promise.')
  assert.is((await one.run(['propose', 'a/terms'])).status, 0)
  const [first] = await proposals(service, editor)
  const accept = (id: string, body = {}) =>
    service.request('POST', `/api/v1/proposals/${id}/accept`, { as: editor, body })
  assert.is((await accept(first.id)).status, 200)
  assert.is((await one.run(['propose', 'a/terms'])).stdout, 'No file has changed.\n')
  assert.is((await two.run(['propose', 'b/terms'])).status, 0)
  const [second] = await proposals(service, editor)
  const conflict = await accept(second.id)
  assert.equal([conflict.status, conflict.body.code], [409, 'conflict'])
  assert.is((await accept(second.id, { fields: { definition: 'Their promise.' } })).status, 200)
  for (const [cli, folder] of [
    [one, 'a'],
    [two, 'b'],
  ] as const) {
    await cli.run(['pull', `${folder}/terms`])
    assert.match(await readFile(join(cli.cwd, folder, path), 'utf8'), /version: 3\n(.*\n)*definition: Their promise\./)
  }
})

test('whatever redirects, and however it names another origin, only its own gets the token', async () => {
  const seen: (string | undefined)[] = []
  const elsewhere = createServer((request, response) => {
    seen.push(request.headers.authorization)
    response.end('[]')
  })
  let [status, location] = [301, '']
  const fake = createServer(({ url }, response) => {
    if (url === '/here') response.end('here')
    else response.writeHead(status, { location }).end()
  })
  for (const server of [fake, elsewhere]) await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const [own, port] = [fake, elsewhere].map((server) => (server.address() as AddressInfo).port)
  const service = { url: `http://127.0.0.1:${own}`, token: 'glo_x' }
  try {
    for (status of [301, 302, 303, 307, 308]) {
      for (location of [
        `http://127.0.0.1:${port}/`,
        `//localhost:${port}/`,
        `http:\\\\localhost:${port}\\`,
        `https://127.0.0.1:${own}/here`,
        `http://x@127.0.0.1:${port}/`,
      ]) {
        const error = await send(service, 'x').catch((error) => error)
        assert.match(error.message, /^it leads to \S+, which does not get your token$/, location)
      }
      location = '/here'
      assert.is(await (await send(service, 'x')).text(), 'here')
    }
    assert.equal(seen, [])
  } finally {
    fake.closeAllConnections()
    fake.close()
    elsewhere.close()
  }
})

test.run()
