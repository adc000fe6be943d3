import * as assert from 'uvu/assert'
import { type Command, command } from './support/command.ts'
import { glossary, type TestService } from './support/test-service.ts'

const test = glossary('the command glossary check')
const opened: Command[] = []
test.after.each(async () => {
  for (const each of opened.splice(0)) await each.close()
})

async function open(service: TestService) {
  const person = await service.person()
  const sla = {
    name: 'SLA',
    aliases: [
      { name: 'service promise', kind: 'discouraged' },
      { name: 'SLAA', kind: 'misspelling' },
    ],
  }
  await service.term(person, sla)
  await service.term(person, { name: 'goal', aliases: [{ name: 'target', kind: 'discouraged' }] })
  await service.term(person, { name: 'Target', full_name: 'A shop' })
  const cli = await command(service, person)
  opened.push(cli)
  return cli
}

test('it prints the place of each discouraged name and misspelling, and what to say', async (service) => {
  const cli = await open(service)
  await cli.write({ 'a.txt': '\ufeffOur service\npromise.\r\nAn 😀 SLAA, and our Target.\n', 'b.md': 'The SLA.\n' })
  const { status, stdout, stderr } = await cli.run(['check', 'a.txt', 'b.md'])
  assert.equal([status, stderr], [1, ''])
  assert.is(stdout, 'a.txt:1:5  say "SLA", not "service promise"\na.txt:3:7  say "SLA", not "SLAA"\n')
  assert.equal(await cli.run(['check', 'b.md']), { status: 0, stdout: '', stderr: '' })
  const piped = await cli.run(['check', '-'], { stdin: 'A service promise' })
  assert.equal([piped.status, piped.stdout], [1, '-:1:3  say "SLA", not "service promise"\n'])
})

test('it has two other formats, and can say what nobody explains', async (service) => {
  const cli = await open(service)
  await cli.write({ 'a:b,c%.txt': 'A QXW and a service promise.\n' })
  const json = await cli.run(['check', 'a:b,c%.txt', '--format', 'json', '--unknown'])
  const path = 'a:b,c%.txt'
  assert.equal(JSON.parse(json.stdout), [
    { path, line: 1, column: 3, text: 'QXW', say: null, kind: 'unknown' },
    { path, line: 1, column: 13, text: 'service promise', say: 'SLA', kind: 'discouraged' },
  ])
  const github = await cli.run(['check', '--format=github', path])
  assert.is(
    github.stdout,
    '::warning file=a%3Ab%2Cc%25.txt,line=1,col=13,title=Glossary::say "SLA", not "service promise"\n',
  )
  const hostile = 'a\u001b[31m\n::error::x.txt'
  await cli.write({ [hostile]: '\ufeffA 🎉 service\r\npromise' })
  for (const format of ['github', 'text']) {
    const { stdout } = await cli.run(['check', hostile, '--format', format])
    assert.match(stdout, /^[^\p{Cc}]*:1:6|^[^\p{Cc}]*line=1,col=6,/u)
    assert.not.match(stdout.slice(0, -1), /\p{Cc}/u, 'a path adds no line, and reaches no terminal')
  }
  const clean = await cli.run(['check', '-', '--format', 'json'], { stdin: 'fine' })
  assert.equal([clean.status, clean.stdout], [0, '[]\n'])
})

test('of Markdown it reads what explain reads, and of source code the comments', async (service) => {
  const cli = await open(service)
  const files: Record<string, [text: string, ...lines: number[]]> = {
    'a.md': ['`SLAA` SLAA\n\n```\nSLAA\n```\n[x](http://SLAA.io/SLAA)\n', 1],
    'a.ts': ['const SLAA = "// SLAA" // SLAA\n/* x\n SLAA */ f(`SLAA // \x24{x}`)\nf(/"/, SLAA) // SLAA\n', 1, 3, 4],
    'a.py': ["x = 'don\\'t # SLAA' # SLAA\nSLAA = '''\n# SLAA\n'''\n# don't SLAA\n", 1, 5],
    'a.go': ['x := `// SLAA`\n// SLAA\n', 2],
    'a.rs': ["fn f<'a>(x: &'a str) {} // it's SLAA\nlet c = '\"'; // SLAA\n", 1, 2],
    'a.sh': ['#!/bin/SLAA\necho \x24{#SLAA} "# SLAA" # SLAA\n', 2],
    'a.yaml': ["SLAA: don't # SLAA\n", 1],
    'a.sql': ["select 'SLAA -- SLAA' -- SLAA\n/* SLAA */\n", 1, 2],
    'a.html': ['<p class="SLAA">SLAA</p>\n<!-- SLAA -->\n', 1, 2],
    'a.css': ['.SLAA { content: "/* SLAA */" } /* SLAA */\n', 1],
    Dockerfile: ['RUN SLAA\n# SLAA\n', 2],
    'a.txt': ['# SLAA\nSLAA\n', 1, 2],
  }
  await cli.write(Object.fromEntries(Object.entries(files).map(([path, [text]]) => [path, text])))
  const { stdout } = await cli.run(['check', '--format', 'json', ...Object.keys(files)])
  const said: { path: string; line: number }[] = JSON.parse(stdout)
  for (const [path, [, ...lines]] of Object.entries(files))
    assert.equal(
      said.filter((each) => each.path === path).map(({ line }) => line),
      lines,
      path,
    )
})

test('what is ignored, no text or too large is left out, and what cannot be read has status 2', async (service) => {
  const cli = await open(service)
  await cli.write({
    '.glossary.json': JSON.stringify({ ignore: ['vendor', 'docs/*.gen.md', '**/old/**'] }),
    'vendor/a.md': 'SLAA',
    'docs/a.gen.md': 'SLAA',
    'docs/old/a.md': 'SLAA',
    'docs/a.md': 'SLAA',
    'binary.md': Buffer.from('SLAA\0'),
    'large.md': `${'x'.repeat(5 * 1024 ** 2)} SLAA`,
  })
  const files = [...['vendor/a.md', 'docs/a.gen.md', 'docs/old/a.md', './docs/a.md', 'binary.md', 'large.md']]
  const { status, stdout, stderr } = await cli.run(['check', ...files])
  assert.equal([status, stdout], [1, './docs/a.md:1:1  say "SLA", not "SLAA"\n'])
  assert.is(
    stderr,
    'glossary: binary.md is no text, and was skipped\nglossary: large.md is larger than 5 MB, and was skipped\n',
  )
  const broken = await cli.run(['check', 'none.md', 'docs/a.md', 'docs'])
  assert.is(broken.status, 2)
  assert.match(broken.stdout, /^docs\/a\.md:1:1 /)
  assert.match(broken.stderr, /none\.md does not exist\.\n.*docs is a folder\. Name the files in it\.$/m)
})

test('a replaced term is said to be, unless another term has its name', async (service) => {
  const person = await service.person('editor')
  const add = (fields: object) => service.term(person, fields)
  const [goal, other] = [await add({ name: 'goal', category: 'Plans' }), await add({ name: 'goal' })]
  const old = [await add({ name: 'OKX' }), await add({ name: 'SLA', full_name: 'an old one' })]
  await add({ name: 'SLA' })
  const relate = (id: string, kind: string, to: string) =>
    service.request('PUT', `/api/v1/terms/${id}/relations/${kind}/${to}`, { as: person })
  for (const { id } of old) assert.is((await relate(id, 'replaced_by', goal.id)).status, 204)
  await relate(goal.id, 'differs_from', other.id)
  const cli = await command(service, person)
  opened.push(cli)
  const { stdout } = await cli.run(['check', '-'], { stdin: 'Our OKX and SLA.' })
  assert.is(stdout, '-:1:5  say "goal", not "OKX"\n')
  assert.match((await cli.run(['OKX'])).stdout, /^Use goal instead\.\nOKX\n/)
  assert.match((await cli.run(['goal'])).stdout, /\nNot to be confused with: goal/)
})

test.run()
