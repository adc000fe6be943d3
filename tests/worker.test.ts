import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createLog } from '../lib/log.ts'
import { startWorker } from '../lib/worker.ts'
import { eventually } from './support/eventually.ts'

const test = suite('workers')
/** A pause that no test waits for. */
const pause = 600_000
const log = createLog('silent')

test('a worker goes on while there is work, then pauses until it is woken', async () => {
  const todo = [3, 2, 1, 0, 1, 0]
  let calls = 0
  const worker = startWorker('test', async () => todo[calls++] ?? 0, { pause, log })
  await eventually('it pauses', () => calls === 4)
  worker.wake()
  await eventually('it pauses again', () => calls === 6)
  await worker.stop()
  assert.is(calls, 6)
})

test('a worker looks again after its pause', async () => {
  let calls = 0
  const work = async () => {
    calls++
    return 0
  }
  const worker = startWorker('test', work, { pause: 1, log })
  await eventually('it has looked often', () => calls > 3)
  await worker.stop()
})

test('who wakes a worker at work makes it look once more', async () => {
  let calls = 0
  let finish = () => {}
  const work = () => {
    calls++
    return new Promise<number>((resolve) => {
      finish = () => resolve(0)
    })
  }
  const worker = startWorker('test', work, { pause, log })
  worker.wake()
  finish()
  await eventually('it looks again', () => calls === 2)
  const stopped = worker.stop()
  finish()
  await stopped
  assert.is(calls, 2)
})

test('stopping waits for what is being done, and begins nothing more', async () => {
  const events: string[] = []
  let finish = () => {}
  const work = async () => {
    events.push('began')
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    events.push('ended')
    return 1
  }
  const worker = startWorker('test', work, { pause, log })
  await eventually('it works', () => events.length === 1)
  const stopped = worker.stop().then(() => events.push('stopped'))
  finish()
  await stopped
  assert.equal(events, ['began', 'ended', 'stopped'])
})

test('a failure is logged, and the work goes on', async () => {
  const lines: string[] = []
  const errors = createLog('error', { write: (line: string) => void lines.push(line) })
  let calls = 0
  const work = () => (calls++ === 0 ? Promise.reject(new Error('no luck')) : Promise.resolve(0))
  const worker = startWorker('test', work, { pause: 1, log: errors })
  await eventually('it goes on', () => calls > 2)
  await worker.stop()
  assert.is(lines.length, 1)
  const { msg, worker: name, err } = JSON.parse(lines[0] ?? '')
  assert.equal([msg, name, err.message], ['a worker failed and will go on', 'test', 'no luck'])
})

test.run()
