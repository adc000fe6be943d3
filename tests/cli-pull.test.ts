import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { type Command, command } from './support/command.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('what pull leaves alone')
const opened: Command[] = []
test.after.each(async () => {
  for (const each of opened.splice(0)) await each.close()
})

type Named = { id: string; name: string }
const pathOf = ({ id, name }: Named) => `${name}-${id.slice(0, 8)}.yml`

/** The command of a person, with what it needs of files. */
async function open(service: TestService, as: Person) {
  const cli = await command(service, as, ['write'])
  opened.push(cli)
  const at = (path: string) => join(cli.cwd, path)
  return {
    ...cli,
    at,
    read: (path: string) => readFile(at(path), 'utf8').catch(() => null),
    async edit(path: string, from: string, to: string) {
      const text = await readFile(at(path), 'utf8')
      assert.ok(text.includes(from), text)
      await writeFile(at(path), text.replace(from, to))
    },
    pull: (...options: string[]) => cli.run(['pull', '.', ...options]),
  }
}

const change = (service: TestService, as: Person, id: string, version: number, fields: object) =>
  service.request('PUT', `/api/v1/terms/${id}`, { as, body: { version, ...fields } })

test('pull removes the files that it wrote itself, names them, and leaves those of other programs alone', async (service) => {
  const editor = await service.person('editor')
  const [kept, gone] = [
    await service.term(editor, { name: 'SLA' }),
    await service.term(editor, { name: 'SLO', category: 'Ops' }),
  ]
  const cli = await open(service, editor)
  assert.is((await cli.pull()).status, 0)
  const id = '0f1e2d3c-4b5a-4978-8a6b-5c4d3e2f1a0b'
  const foreign = {
    'a.yaml': `id: ${id}\nname: Checkout\n`, // a service in a catalogue
    'ci/deploy.yml': `id: ${id}\non: push\njobs: {}\n`,
    'ci/name-0f1e2d3c.yml': `id: ${id}\nname: x\nseverity: high\n`,
    'ci/deep/er/metadata.yml': `id: ${id}\nname: x\ndefinition: y\n`,
    [`${id}.yml`]: `id: ${id}\nname: x\n`,
    'number-12345678.yml': 'id: 12345678\nname: x\n',
    [`x-${gone.id.slice(0, 8)}.yml`]: `id: ${gone.id}\nname: x\nowner: us\n`,
    'list-0f1e2d3c.yml': `- id: ${id}\n`,
  }
  await cli.write(foreign)
  await service.request('DELETE', `/api/v1/terms/${gone.id}`, { as: editor })
  const path = `Ops/${pathOf(gone)}`
  const dry = await cli.pull('--dry-run')
  assert.equal(
    [dry.status, dry.stdout.split('\n')],
    [0, ['1 terms: 0 files written, 1 removed (dry run: nothing was changed)', `removed  ${path}`, '']],
  )
  assert.ok(await cli.read(path))
  const { status, stdout } = await cli.pull()
  assert.equal([status, stdout], [0, `1 terms: 0 files written, 1 removed\nremoved  ${path}\n`])
  assert.is(await cli.read(path), null)
  assert.ok(await cli.read(pathOf(kept)))
  for (const [path, text] of Object.entries(foreign)) assert.is(await cli.read(path), text, path)
})

test('pull takes an empty glossary for a wrong one, with and without --force, and writes into an empty folder', async (service) => {
  const editor = await service.person('editor')
  const cli = await open(service, editor)
  assert.equal((await cli.pull()).stdout, '0 terms: 0 files written, 0 removed\n')
  const term = await service.term(editor, { name: 'SLA' })
  await cli.pull()
  const before = await cli.read(pathOf(term))
  await service.request('DELETE', `/api/v1/terms/${term.id}`, { as: editor })
  for (const options of [[], ['--force'], ['--dry-run']]) {
    const { status, stdout, stderr } = await cli.pull(...options)
    assert.equal([status, stdout], [2, ''])
    assert.match(stderr, /has no terms, and .* has files of 1\. Nothing was changed/)
    assert.is(await cli.read(pathOf(term)), before)
  }
  await rm(cli.at(pathOf(term)))
  assert.is((await cli.pull()).status, 0)
})

test('pull leaves what was edited alone, also if its term is gone, until it is forced', async (service) => {
  const editor = await service.person('editor')
  const names = ['text', 'remark', 'headless', 'gone', 'crlf', 'same']
  const terms = new Map<string, Named>()
  for (const name of names) terms.set(name, await service.term(editor, { name, definition: 'Two words.' }))
  const cli = await open(service, editor)
  await cli.pull()
  const path = (name: string) => pathOf(terms.get(name) as Named)
  await cli.edit(path('text'), 'Two', 'Three')
  await cli.edit(path('remark'), 'definition:', '# Ask Jo first.\ndefinition:')
  for (const name of ['headless', 'crlf']) {
    const text = (await cli.read(path(name))) ?? ''
    await writeFile(cli.at(path(name)), name === 'crlf' ? text.replaceAll('\n', '\r\n') : text.replace(/^.*\n/, ''))
  }
  await cli.edit(path('gone'), 'Two', 'Three')
  for (const name of names.slice(0, -1)) {
    const { id } = terms.get(name) as Named
    if (name === 'gone') await service.request('DELETE', `/api/v1/terms/${id}`, { as: editor })
    else await change(service, editor, id, 1, { definition: 'Newer words.' })
  }
  const before = await Promise.all(names.map((name) => cli.read(path(name))))
  const edited = ['text', 'remark', 'headless', 'gone']
  for (const options of [['--dry-run'], []]) {
    const { status, stdout } = await cli.pull(...options)
    assert.is(status, 2)
    assert.match(stdout, /^5 terms: 1 files written, 0 removed, 4 left alone/)
    for (const name of edited) assert.ok(stdout.includes(`edited  ${path(name)}  left alone: it was changed`), stdout)
    for (const [index, name] of names.entries())
      if (name !== 'crlf') assert.is(await cli.read(path(name)), before[index], name)
  }
  assert.match((await cli.read(path('crlf'))) ?? '', /Newer words/)
  const forced = await cli.pull('--force')
  assert.is(forced.status, 0)
  assert.match(forced.stdout, /^5 terms: 3 files written, 1 removed\n/)
  assert.is(await cli.read(path('gone')), null)
  for (const name of edited.slice(0, 3))
    assert.match((await cli.read(path(name))) ?? '', /^# Written.*\n(.*\n)*definition: Newer/)
  assert.equal((await cli.pull()).stdout, '5 terms: 0 files written, 0 removed\n')
})

test('pull overwrites an edit that is the text of an open or accepted proposal of the caller, and of no other', async (service) => {
  const [editor, viewer, other] = [await service.person('editor'), await service.person(), await service.person()]
  const term = (name: string) => service.term(editor, { name, definition: 'A promise.' })
  const [open_, accepted, declined, foreign, partly] = await Promise.all(
    ['open', 'accepted', 'declined', 'foreign', 'partly'].map(term),
  )
  const all = [open_, accepted, declined, foreign, partly] as Named[]
  const [cli, second] = [await open(service, viewer), await open(service, other)]
  for (const each of [cli, second]) await each.pull()
  for (const each of all) {
    const by = each === foreign ? second : cli
    await by.edit(pathOf(each), 'definition: A promise.', 'definition: |\n  Our promise.')
  }
  for (const each of [cli, second]) assert.is((await each.run(['propose', '.'])).status, 0)
  await cli.edit(pathOf(foreign as Named), 'A promise.', 'Our promise.')
  await cli.edit(pathOf(partly as Named), 'Our promise.', 'Our only promise.')
  const { body: proposals } = await service.request('GET', '/api/v1/proposals', { as: editor })
  const decide = ({ id }: Named, decision: string) => {
    const proposal = proposals.find((each: { term_id: string }) => each.term_id === id)
    return service.request('POST', `/api/v1/proposals/${proposal.id}/${decision}`, { as: editor, body: {} })
  }
  assert.is((await decide(accepted as Named, 'accept')).status, 200)
  assert.is((await decide(declined as Named, 'decline')).status, 200)
  // What the term says by now is another text than the one that was accepted.
  await change(service, editor, (accepted as Named).id, 2, { definition: 'Their promise.' })
  const { status, stdout } = await cli.pull()
  assert.is(status, 2)
  assert.match(stdout, /^5 terms: 2 files written, 0 removed, 3 left alone/)
  assert.match((await cli.read(pathOf(open_ as Named))) ?? '', /definition: A promise/)
  assert.match((await cli.read(pathOf(accepted as Named))) ?? '', /definition: Their promise/)
  for (const each of [declined, foreign, partly] as Named[])
    assert.match((await cli.read(pathOf(each))) ?? '', /Our (only )?promise/, each.name)
})

test('pull leaves foreign files at a path that it needs alone, and writes all others', async (service) => {
  const editor = await service.person('editor')
  const names = ['text', 'broken', 'other', 'link', 'folder', 'free']
  const terms = await Promise.all(names.map((name) => service.term(editor, { name })))
  const [text, broken, other, link, folder, free] = terms.map(pathOf) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const cli = await open(service, editor)
  const files = { [text]: 'mine\n', [broken]: '<<<<<<< ours\n: [', [other]: `id: ${terms[0]?.id}\nname: x\n` }
  await cli.write({ ...files, 'target.txt': 'mine' })
  await symlink('target.txt', cli.at(link))
  await mkdir(cli.at(folder))
  for (const options of [['--dry-run'], [], ['--force']]) {
    const { status, stdout } = await cli.pull(...options)
    assert.is(status, 2)
    for (const path of [text, broken, other, link, folder])
      assert.ok(stdout.includes(`foreign  ${path}  left alone: it is not as pull writes files`), stdout)
    for (const [path, content] of Object.entries(files)) assert.is(await cli.read(path), content)
    assert.is(await cli.read('target.txt'), 'mine')
    assert.is((await cli.read(free)) !== null, !options.includes('--dry-run'))
  }
})

test.run()
