import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import * as assert from 'uvu/assert'
import { createThreadId, limitThread } from '../lib/import/thread-limits.ts'
import { importFile, lines } from './support/imports.ts'
import { glossary } from './support/test-service.ts'

const test = glossary('limits of imports')

const mebibyte = 1024 ** 2
const none = { processorMs: 1e9, ms: 1e9, bytes: 1e12, growth: 0 }

/** Returns whether a thread that runs a program is stopped by its limits before it ends by itself. */
async function isStopped(program: string, limits: Partial<typeof none>) {
  const thread = createThreadId()
  const isOver = new AbortController()
  const say = `const { workerData } = require('node:worker_threads')
    workerData[0] = require('node:fs').readlinkSync('/proc/thread-self').split('/').at(-1)\n`
  const signal = limitThread(thread, isOver.signal, { ...none, ...limits })
  const worker = new Worker(say + program, { eval: true, workerData: thread })
  signal.addEventListener('abort', () => worker.terminate())
  await once(worker, 'exit')
  isOver.abort()
  return signal.aborted
}

const sleep = (ms: number) => `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms})\n`
/** Longer than any limit, on a machine that is busy, too. */
const longMs = 30_000
const spin = `for (const end = performance.now() + ${longMs}; performance.now() < end; );`
const fill = `const kept = Array.from({ length: 40 }, () => new Uint8Array(8 * ${mebibyte}).fill(1))\n`

test('a thread may take so much time of the processor, memory outside its heap, and time', async () => {
  assert.ok(await isStopped(spin, { processorMs: 300 }), 'it computes')
  assert.not(await isStopped(sleep(1000), { processorMs: 300 }), 'it waits')
  assert.ok(await isStopped(sleep(longMs), { ms: 300 }), 'it waits too long')
  const memory = { bytes: 0, growth: 100 * mebibyte }
  assert.ok(await isStopped(fill + sleep(longMs), memory), 'it fills arrays')
  assert.not(await isStopped(fill + sleep(300), {}), 'it fills arrays, and may')
})

test("one person's files wait behind other people's", async (service) => {
  const [loud, quiet] = [await service.person('editor'), await service.person('editor')]
  const rows = Array.from({ length: 500 }, (_, i) => `T${i},What it means here.`)
  const file = lines('name,definition', ...rows)
  const done: string[] = []
  const send = async (as: typeof loud, who: string) => {
    const { status } = await importFile(service, as, file, { dry_run: 'true' })
    assert.is(status, 200)
    done.push(who)
  }
  const files = Array.from({ length: 8 }, () => send(loud, 'loud'))
  await Promise.all([...files, send(quiet, 'quiet')])
  assert.ok(done.indexOf('quiet') < 3, done.join(' '))
})

test.run()
