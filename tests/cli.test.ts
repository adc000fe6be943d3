import { chmod, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { type Command, command } from './support/command.ts'
import { glossary, type TestService } from './support/test-service.ts'

const test = glossary('the command glossary')
const opened: Command[] = []
test.after.each(async () => {
  for (const each of opened.splice(0)) await each.close()
})

async function open(service: TestService, ...terms: object[]) {
  const person = await service.person()
  for (const fields of terms) await service.term(person, fields)
  const cli = await command(service, person)
  opened.push(cli)
  return cli
}

const sla = {
  name: 'SLA',
  full_name: 'Service Level Agreement',
  definition: 'A promise to\ncustomers.',
  category: 'Support',
  links: [{ url: 'https://wiki.example.com/sla', label: 'Handbook' }, 'https://example.com/b'],
  aliases: ['service contract', { name: 'uptime promise', kind: 'discouraged' }, { name: 'SLAA', kind: 'misspelling' }],
}

/** The terms of an answer, with what was looked up of each. */
const idsOf = ({ terms }: { terms: { id: string; matched?: object }[] }) =>
  terms.map(({ id, matched }) => ({ id, matched }))

const cacheFiles = async ({ home }: Command) => {
  const folder = join(home, '.cache', 'glossary')
  return (await readdir(folder)).map((name) => join(folder, name))
}

/** Makes the copy so old that the service is asked again. */
async function age(cli: Command, seconds = 6 * 60) {
  for (const file of await cacheFiles(cli)) {
    const copy = JSON.parse(await readFile(file, 'utf8'))
    const at = new Date(Date.now() - seconds * 1000)
    await writeFile(file, JSON.stringify({ ...copy, checked_at: at.toISOString() }))
    await utimes(file, at, at)
  }
}

test('the service gives one small file to everyone, which runs under any name', async (service) => {
  const cli = await open(service)
  const { status, headers, text } = await service.request('GET', '/cli')
  assert.is(status, 200)
  assert.ok(text.startsWith('#!/usr/bin/env node\n'))
  assert.ok(Buffer.byteLength(text) <= 400_000, `${Buffer.byteLength(text)} bytes`)
  const again = { 'if-none-match': headers.get('etag') ?? '' }
  assert.is((await service.request('GET', '/cli', { headers: again })).status, 304)
  for (const name of ['glossary', 'glossary.mjs', 'glossary.js', 'glossary.cjs']) {
    const file = join(cli.home, name)
    await writeFile(file, text)
    const { stdout, stderr, status } = await cli.run(['--help'], { file })
    assert.equal([status, stderr], [0, ''], name)
    assert.ok(stdout.split('\n').length <= 24 && stdout.split('\n').every((line) => line.length <= 80))
  }
  await writeFile(join(cli.home, 'package.json'), '{"type": "module"}')
  for (const name of ['glossary', 'glossary.js'])
    assert.is((await cli.run(['--version'], { file: join(cli.home, name) })).status, 0, name)
})

test('it says what a name or a question means, in several words, as text and as JSON', async (service) => {
  const cli = await open(service, sla, { name: 'CI', full_name: 'one' }, { name: 'CI', full_name: 'two' })
  const found = await cli.run(['what', 'does', 'SLA', 'mean'])
  assert.equal([found.status, found.stderr], [0, ''])
  assert.match(
    found.stdout,
    /^SLA \(Service Level Agreement\)\nA promise to\ncustomers\.\nPending · Support · also called service contract\nFrom Handbook <https:\/\/wiki\.example\.com\/sla>, https:\/\/example\.com\/b\nhttp/,
  )
  for (const [args, match] of [
    [['SLA'], 'exact'],
    [['what is an SLA?'], 'exact'],
    [['slas'], 'inflected'],
    [['Service', 'Level', 'Agreement'], 'full_name'],
    [['s.l.a.'], 'folded'],
    [['uptime', 'promise'], 'alias'],
    [['service levle agreement'], 'misspelled'],
    [['hey, SLA or what'], 'contained'],
  ] as const) {
    const { status, stdout } = await cli.run([...args, '--json'])
    const answer = JSON.parse(stdout)
    assert.equal([status, answer.match, answer.terms[0].name], [0, match, 'SLA'], stdout)
    const { body } = await service.request('GET', `/api/v1/lookup?q=${encodeURIComponent(args.join(' '))}`, {
      as: { session: cli.env.GLOSSARY_TOKEN } as never,
    })
    assert.equal(idsOf(answer), idsOf(body))
    assert.equal([answer.match, answer.total], [body.match, body.total])
  }
  const both = await cli.run(['ci', '--json'])
  assert.equal(
    JSON.parse(both.stdout)
      .terms.map((term: { full_name: string }) => term.full_name)
      .sort(),
    ['one', 'two'],
  )
  const [{ id }] = JSON.parse((await cli.run(['SLA', '--json'])).stdout).terms
  const as = await service.person()
  await service.request('POST', `/api/v1/terms/${id}/dispute`, { as, body: {} })
  await age(cli)
  const misspelled = await cli.run(['SLAA'])
  assert.match(misspelled.stdout, /misspelling of SLA[\s\S]*\nDisputed · Support/)
})

test('what it does not find has status 1, with similar names and where to add it, and faults have 2', async (service) => {
  const cli = await open(service, { name: 'Kubernetes' })
  const missing = await cli.run(['Kubernets'])
  assert.is(missing.status, 1)
  assert.match(missing.stdout, /similar name: Kubernetes\nAdd it: http:\S+\/terms\/new\?name=Kubernets\n/)
  for (const args of [
    ['SLA', '--wrong'],
    ['SLA', '--unknown'],
    ['check'],
    ['check', 'none.md'],
    ['check', '-', '--format', 'xml'],
    ['pull'],
    [],
  ]) {
    const { status, stdout, stderr } = await cli.run(args)
    assert.equal([status, stdout], [2, ''], args.join(' '))
    assert.ok(stderr.length > 0 && !/\n\s+at /.test(stderr), stderr)
  }
  assert.match((await cli.run(['constructor'])).stdout, /^constructor is not in the glossary yet/)
  const named = await cli.run(['--', 'check', 'this'])
  assert.match(named.stdout, /^check this is not in the glossary yet/)
})

test('it asks for changes every five minutes at most, and works without the service, saying since when', async (service) => {
  const cli = await open(service, sla)
  const count = () => service.logs.filter((line) => line.includes('/api/v1/export')).length
  await cli.run(['SLA'])
  await cli.run(['SLA'])
  assert.is(count(), 1)
  for (const file of await cacheFiles(cli)) {
    assert.is((await stat(file)).mode & 0o777, 0o600)
    await chmod(file, 0o666)
    await cli.run(['SLA'])
    assert.equal([(await stat(file)).mode & 0o777, count()], [0o600, 1])
  }
  await age(cli)
  assert.is((await cli.run(['SLA'])).stderr, '')
  assert.match(service.logs.filter((line) => line.includes('/api/v1/export')).at(-1) ?? '', /"status":304/)
  await age(cli)
  await cli.stop()
  for (const attempt of [1, 2]) {
    const { status, stdout, stderr } = await cli.run(['SLA'])
    assert.is(status, 0, `${attempt}`)
    assert.match(stdout, /^SLA /)
    assert.match(stderr, /cannot be used: .* This is the glossary of \d{4}-\d\d-\d\d \d\d:\d\d/)
  }
})

test('a name that the copy does not have is asked for once more, and what it has is not', async (service) => {
  const cli = await open(service, sla)
  const count = () => service.logs.filter((line) => line.includes('/api/v1/export')).length
  await cli.run(['SLA'])
  await service.term(await service.person(), { name: 'Retry budget', definition: 'How often one may ask again.' })
  await age(cli, 60)
  await cli.run(['SLA'])
  assert.is(count(), 1)
  const { status, stdout } = await cli.run(['what', 'is', 'a', 'retry', 'budget?'])
  assert.equal([status, count()], [0, 2], stdout)
  await age(cli, 60)
  assert.is((await cli.run(['--json', 'QZX'])).status, 1)
  assert.is(count(), 3)
  await cli.stop()
  await age(cli, 60)
  const away = await cli.run(['QZX'])
  assert.is(away.status, 1)
  assert.match(away.stdout, /is not in the glossary yet/)
  assert.match(away.stderr, /^glossary: \S+ cannot be used: .* This is the glossary of .*\n$/)
  assert.is((await cli.run(['SLA'])).status, 0)
})

test('a service that fails, is silent, or answers something else is the same as none', async (service) => {
  const cli = await open(service, sla)
  let answer: 'error' | 'silence' | 'html' | 'elsewhere' = 'error'
  const fake = createServer((_, response) => {
    if (answer === 'error') response.writeHead(503).end()
    if (answer === 'html') response.end('<html>')
    if (answer === 'elsewhere') response.writeHead(302, { location: cli.origin }).end()
  })
  await new Promise<void>((done) => fake.listen(0, '127.0.0.1', done))
  try {
    await cli.run(['SLA'])
    const [file = ''] = await cacheFiles(cli)
    const copy = await readFile(file, 'utf8')
    const { port } = fake.address() as AddressInfo
    const env = { GLOSSARY_URL: `http://127.0.0.1:${port}` }
    await cli.run(['SLA'], { env })
    for (answer of ['error', 'silence', 'html', 'elsewhere'] as const) {
      const none = await cli.run(['SLA'], { env })
      assert.is(none.status, 2, answer)
      assert.match(none.stderr, /cannot be used: /)
    }
    const { createHash } = await import('node:crypto')
    const name = `${createHash('sha256').update(env.GLOSSARY_URL).digest('hex').slice(0, 16)}.json`
    const other = join(cli.home, '.cache', 'glossary', name)
    for (answer of ['error', 'silence', 'html', 'elsewhere'] as const) {
      await writeFile(other, copy)
      await age(cli)
      const kept = await cli.run(['SLA'], { env })
      assert.equal([kept.status, kept.stdout.slice(0, 4)], [0, 'SLA '], answer)
      assert.match(kept.stderr, /cannot be used: /)
      assert.not.match(kept.stdout + kept.stderr, cli.env.GLOSSARY_TOKEN ?? '?')
    }
  } finally {
    fake.closeAllConnections()
    fake.close()
  }
})

test('a token that is not valid any more deletes the copy', async (service) => {
  const cli = await open(service, sla)
  await cli.run(['SLA'])
  await age(cli)
  await service.sql`delete from api_tokens`
  service.ctx.credentials.clear()
  const { status, stderr } = await cli.run(['SLA'], { env: { GLOSSARY_TOKEN: `glo_${'x'.repeat(43)}` } })
  assert.is(status, 2)
  assert.match(stderr, /does not accept the token/)
  assert.equal(await cacheFiles(cli), [])
})

test('login keeps a valid token for the person alone, and for the origin it is for', async (service) => {
  const cli = await open(service, sla)
  const { GLOSSARY_TOKEN: token = '' } = cli.env
  const env = { GLOSSARY_URL: '', GLOSSARY_TOKEN: '' }
  assert.is((await cli.run(['SLA'], { env })).status, 2)
  assert.is((await cli.run(['login', cli.origin], { env, stdin: `glo_${'x'.repeat(43)}\n` })).status, 2)
  const file = join(cli.home, '.config', 'glossary.json')
  assert.is(await stat(file).catch(() => null), null)
  const { status, stdout, stderr } = await cli.run(['login', `${cli.origin}/`], { env, stdin: `${token}\n` })
  assert.equal([status, stderr], [0, ''])
  assert.not.match(stdout, token)
  assert.is((await stat(file)).mode & 0o777, 0o600)
  assert.equal(JSON.parse(await readFile(file, 'utf8')), { url: cli.origin, token })
  assert.is((await cli.run(['SLA'], { env })).status, 0)
  const other = await cli.run(['SLA'], { env: { ...env, GLOSSARY_URL: 'http://127.0.0.1:9' } })
  assert.match(other.stderr, /There is no token for http:\/\/127\.0\.0\.1:9/)
  await chmod(file, 0o644)
  assert.is((await cli.run(['login', cli.origin], { env, stdin: '\n' })).status, 0) // keeps the token
  assert.is((await stat(file)).mode & 0o777, 0o600)
})

test('a repository chooses what counts, and cannot name a service', async (service) => {
  const cli = await open(
    service,
    sla,
    { name: 'SLI', category: 'Ops', definition: 'ops' },
    { name: 'SLI', category: 'Web', definition: 'web', full_name: 'x' },
  )
  const settings = (value: unknown) => cli.write({ '.glossary.json': JSON.stringify(value) })
  await settings({ category: 'web' })
  assert.match((await cli.run(['SLI'])).stdout, /^SLI \(x\)/)
  await settings({ category: 'ops' })
  assert.match((await cli.run(['SLI'])).stdout, /^SLI\nops/)
  await settings({ status: 'official' })
  assert.is((await cli.run(['SLI'])).status, 1)
  for (const wrong of [{ url: 'http://x' }, { token: 'x' }, { status: 'x' }, { ignore: 'x' }, []]) {
    await settings(wrong)
    assert.is((await cli.run(['SLI'])).status, 2, JSON.stringify(wrong))
  }
})

test('control characters of terms never reach a terminal', async (service) => {
  const cli = await open(service, sla)
  await cli.run(['SLA'])
  const [file = ''] = await cacheFiles(cli)
  const { terms, ...copy } = JSON.parse(await readFile(file, 'utf8'))
  const [term] = terms
  const definition = 'red \u001b[31m bell \u0007 csi \u009b31m turned \u202e end'
  await writeFile(file, JSON.stringify({ ...copy, terms: [{ ...term, definition }] }))
  for (const args of [['SLA'], ['SLA', '--json']]) {
    const { stdout } = await cli.run(args)
    assert.match(stdout, /turned/)
    assert.not.match(stdout, /[^\P{Cc}\n]|\u202e/u)
  }
})

test.run()
