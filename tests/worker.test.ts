import * as assert from 'uvu/assert'
import { createLog } from '../lib/app/log.ts'
import { startWorker } from '../lib/app/worker.ts'
import { eventually } from './support/eventually.ts'
import { suite } from './support/suite.ts'

const test = suite('workers')
/** Longer than any test waits. */
const pauseMs = 600_000
const log = createLog('silent', { write() {} })

test('a worker polls while there is work, then pauses until it is woken', async () => {
  const results = [3, 2, 1, 0, 1, 0]
  let calls = 0
  const worker = startWorker('test', async () => results[calls++] ?? 0, { pauseMs, log })
  await eventually('it pauses', () => calls === 4)
  worker.wake()
  await eventually('it pauses again', () => calls === 6)
  await worker.stop()
  assert.is(calls, 6)
})

test('a worker polls again after its pause', async () => {
  let calls = 0
  const work = async () => {
    calls++
    return 0
  }
  const worker = startWorker('test', work, { pauseMs: 1, log })
  await eventually('it has polled several times', () => calls > 3)
  await worker.stop()
})

test('a worker that is woken while it works polls once more', async () => {
  let calls = 0
  let finish = () => {}
  const work = () => {
    calls++
    return new Promise<number>((resolve) => {
      finish = () => resolve(0)
    })
  }
  const worker = startWorker('test', work, { pauseMs, log })
  worker.wake()
  finish()
  await eventually('it polls again', () => calls === 2)
  const stopped = worker.stop()
  finish()
  await stopped
  assert.is(calls, 2)
})

test('stopping waits for the current work and starts no more', async () => {
  const events: string[] = []
  let finish = () => {}
  const work = async () => {
    events.push('work started')
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    events.push('work ended')
    return 1
  }
  const worker = startWorker('test', work, { pauseMs, log })
  await eventually('it works', () => events.length === 1)
  const stopped = worker.stop().then(() => events.push('stopped'))
  finish()
  await stopped
  assert.equal(events, ['work started', 'work ended', 'stopped'])
})

test('a failure is logged, and the worker tries again', async () => {
  const lines: string[] = []
  const errors = createLog('error', { write: (line: string) => void lines.push(line) })
  let calls = 0
  const work = () => (calls++ === 0 ? Promise.reject(new Error('no luck')) : Promise.resolve(0))
  const worker = startWorker('test', work, { pauseMs: 1, log: errors })
  await eventually('it polls again', () => calls > 2)
  await worker.stop()
  assert.is(lines.length, 1)
  const { msg, worker: name, err } = JSON.parse(lines[0] ?? '')
  assert.equal([msg, name, err.message], ['a worker failed and will try again', 'test', 'no luck'])
})

test.run()
