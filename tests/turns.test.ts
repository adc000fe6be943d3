import { setImmediate } from 'node:timers/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createTurns, type Turn } from '../lib/db/turns.ts'

const test = suite('turns')

const worker = (name: string, busy = 0) => ({ name, busy })

test('the least busy gets the work, until they have enough', async () => {
  const workers = [worker('a'), worker('b', 1)]
  const turns = createTurns(workers, 3)
  const names = await Promise.all([1, 1, 1].map(async () => (await turns.take({ load: 1 })).name))
  assert.equal(names, ['a', 'a', 'b'])
  assert.equal(workers, [worker('a', 2), worker('b', 2)])
})

test('who waits gets the first that has room, in the order of coming', async () => {
  const [a, b] = [worker('a'), worker('b')]
  const turns = createTurns([a, b], 2)
  await Promise.all([turns.take({ load: 1 }), turns.take({ load: 1 })])
  const got: string[] = []
  const wait = async (who: string) =>
    void got.push(`${who}: ${(await turns.take({ load: 1 })).name}`)
  const all = Promise.all([wait('first'), wait('second'), wait('third')])
  for (const each of [b, a, b]) turns.release(each, { load: 1 })
  await all
  assert.equal(got, ['first: b', 'second: a', 'third: b'])
})

test('a great load leaves room for several small ones', async () => {
  const a = worker('a')
  const turns = createTurns([a], 2)
  await turns.take({ load: 3 })
  const both = Promise.all([turns.take({ load: 1 }), turns.take({ load: 1 })])
  assert.is(a.busy, 3)
  turns.release(a, { load: 3 })
  assert.equal(await both, [a, a])
  assert.is(a.busy, 2)
})

test('of a kind no more are at work than there are workers; others pass who waits of it', async () => {
  const [a, b] = [worker('a'), worker('b')]
  const turns = createTurns([a, b], 9)
  const same = { load: 1, kind: 'same' }
  await Promise.all([turns.take(same), turns.take(same)])
  const got: string[] = []
  const wait = async (who: string, turn: Turn) => {
    await turns.take(turn)
    got.push(who)
  }
  const third = wait('third', same)
  await Promise.all([wait('other kind', { load: 1, kind: 'other' }), wait('none', { load: 1 })])
  turns.release(b, { load: 1, kind: 'other' })
  await setImmediate()
  assert.equal(got, ['other kind', 'none'])
  turns.release(a, same)
  await third
  assert.equal(got, ['other kind', 'none', 'third'])
})

test('a worker that was replaced is no longer asked, and its work ends all the same', async () => {
  const [old, next] = [worker('old'), worker('next')]
  const workers = [old]
  const turns = createTurns(workers, 1)
  await turns.take({ load: 1 })
  const waiting = turns.take({ load: 1 })
  workers[0] = next
  turns.release(old, { load: 1 })
  assert.is(await waiting, next)
  assert.equal([old.busy, next.busy], [0, 1])
})

test('all who wait can be refused; who comes later waits anew', async () => {
  const a = worker('a')
  const turns = createTurns([a], 1)
  await turns.take({ load: 1 })
  const waiting = Promise.allSettled([turns.take({ load: 1 }), turns.take({ load: 1 })])
  turns.refuseWaiting('closed')
  assert.equal(await waiting, [
    { status: 'rejected', reason: 'closed' },
    { status: 'rejected', reason: 'closed' },
  ])
  const later = turns.take({ load: 1 })
  turns.release(a, { load: 1 })
  assert.is(await later, a)
  assert.is(a.busy, 1)
})

test.run()
