import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import * as assert from 'uvu/assert'
import { tools } from '../lib/mcp/tools.ts'
import { command } from './support/command.ts'
import { apiToken, embedKey, wiki } from './support/credentials.ts'
import { warnNotTested } from './support/programs.ts'
import { setStatus } from './support/terms.ts'
import { glossary, type TestService } from './support/test-service.ts'

const test = glossary('transcripts')

async function open(service: TestService) {
  const as = await service.person()
  for (const [name, heard] of [
    ['Kestrel', 'Castrol'],
    ['OpenShift', 'open shaft'],
  ]) {
    const { id } = await service.term(as, { name, aliases: [{ name: heard, kind: 'misspelling' }] })
    await setStatus(service, id, 'official', name === 'Kestrel' ? 2 : 1)
  }
  return as
}

/** The blocks of a shell in the document. */
const recipes = [
  ...readFileSync(new URL('../docs/transcripts.md', import.meta.url), 'utf8').matchAll(/```sh\n([^`]+)```/g),
].map(([, block]) => block ?? '')

test('the recipes of the document run as they stand there', async (service) => {
  const missing = ['curl', 'jq', 'git'].filter((program) => spawnSync(program, ['--version']).error)
  if (missing.length > 0) return warnNotTested('the recipes for transcripts', `${missing.join(', ')} is missing.`)
  const as = await open(service)
  const cli = await command(service, as)
  const { token } = await apiToken(service, as, ['feed'])
  const folder = await mkdtemp(join(tmpdir(), 'glossary-transcripts-'))
  await mkdir(join(folder, 'transcripts'))
  await writeFile(join(folder, 'glossary.mjs'), await readFile(cli.file))
  const file = join(folder, 'transcripts', 'a b.vtt')
  await writeFile(file, 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>A Castrol\n')
  // The model alone is played: it says what it got.
  await writeFile(join(folder, 'whisper'), '#!/bin/sh\nprintf "%s|" "$@"\n', { mode: 0o755 })
  const git = [
    'init',
    '-q',
    '&& git config user.email a@example.com && git config user.name a && git add . && git commit -qm a',
  ]
  const env = {
    ...{ ...process.env, ...cli.env, HOME: cli.home, PATH: `${folder}:${process.env.PATH}` },
    FEED: `${cli.origin}/feeds/${token}`,
  }
  /** The service answers from this process, so it must not wait. */
  async function run(script: string) {
    const child = spawn('sh', ['-c', script], { cwd: folder, env })
    const ended = once(child, 'close')
    const [stdout, stderr] = await Promise.all([readAll(child.stdout), readAll(child.stderr)])
    const [status] = await ended
    return { status, stdout, stderr }
  }
  assert.is((await run(`git ${git.join(' ')}`)).status, 0)
  const outcomes: Awaited<ReturnType<typeof run>>[] = []
  for (const script of recipes) outcomes.push(await run(script))
  assert.is(outcomes.length, 5)
  for (const { status, stderr } of outcomes)
    assert.equal([status, stderr.replace(/^transcripts.* is now .*\n/gm, '')], [0, ''])
  const [corrected, prompt] = outcomes.map(({ stdout }) => stdout)
  assert.is(JSON.parse(corrected ?? '').text, 'Kestrel’s events are late.')
  assert.is(prompt, 'meeting.mp3|--output_format|vtt|--initial_prompt|Kestrel, OpenShift|')
  const read = (name: string) => readFile(join(folder, name), 'utf8')
  assert.is(await read('phrases.txt'), 'Kestrel\nOpenShift\n')
  assert.equal(JSON.parse(await read('phrases.json')), ['Kestrel', 'OpenShift'])
  assert.is(await read('replacements.tsv'), 'Castrol\tKestrel\nopen shaft\tOpenShift\n')
  assert.match(await read('transcripts/a b.vtt'), '<v Ann>A Kestrel\n')
  assert.match((await run('git log --oneline')).stdout, 'Correct names in transcripts')
  await rm(folder, { recursive: true })
  await cli.close()
})

test('neither agents, nor other websites, nor Slack, nor the review queue correct texts', async (service) => {
  const as = await open(service)
  const admin = await service.person('admin')
  const { key } = await embedKey(service, admin)
  const headers = { authorization: `Bearer ${key}`, origin: wiki }
  assert.is((await service.request('POST', '/api/v1/correct', { headers, body: { text: 'Castrol' } })).status, 401)
  assert.not.ok(tools.some(({ name }) => /correct|phrase/.test(name)))
  const queue = await service.request('GET', '/api/v1/review', { as: admin })
  assert.not.match(queue.text, 'Castrol')
  const shown = await service.request('GET', '/api/v1/lookup?q=Castrol', { as })
  assert.is(shown.body.terms[0].name, 'Kestrel')
})

test.run()
