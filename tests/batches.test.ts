import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createBatches } from '../lib/db/batches.ts'

const test = suite('batches')

/** Runs batches when it is told to, and notes what they were asked. */
function bench(answer = (query: string) => query.toUpperCase()) {
  const asked: (readonly string[])[] = []
  const waiting: (() => void)[] = []
  const run = async (close: () => readonly string[]) => {
    await new Promise<void>((go) => waiting.push(go))
    const queries = close()
    asked.push([...queries])
    return queries.map(answer)
  }
  const go = () => {
    for (const each of waiting.splice(0)) each()
  }
  return { asked, run, go }
}

const isForAll = (error: unknown) => error === 'outage'

test('who waits is answered together, each with what they asked for', async () => {
  const { asked, run, go } = bench()
  const batches = createBatches<string, string>(9, isForAll)
  const answers = ['b', 'a', 'b', 'c'].map((query) => batches.ask('kind', query, run))
  go()
  assert.equal(await Promise.all(answers), ['B', 'A', 'B', 'C'])
  assert.equal(asked, [['b', 'a', 'c']])
})

test('what is asked otherwise, or later, is not in the batch', async () => {
  const { asked, run, go } = bench()
  const batches = createBatches<string, string>(9, isForAll)
  const early = [batches.ask('kind', 'a', run), batches.ask('other', 'b', run)]
  go()
  await Promise.resolve()
  const late = batches.ask('kind', 'a', run)
  go()
  assert.equal(await Promise.all([...early, late]), ['A', 'B', 'A'])
  assert.equal(asked, [['a'], ['b'], ['a']])
})

test('a full batch takes no other query, but whoever has one of its own', async () => {
  const { asked, run, go } = bench()
  const batches = createBatches<string, string>(2, isForAll)
  const answers = ['a', 'b', 'a', 'c', 'd', 'e'].map((query) => batches.ask('kind', query, run))
  go()
  assert.equal(await Promise.all(answers), ['A', 'B', 'A', 'C', 'D', 'E'])
  assert.equal(asked, [['a', 'b'], ['c', 'd'], ['e']])
})

test('a query that fails fails alone', async () => {
  const { asked, run, go } = bench((query) => {
    if (query === 'b') throw 'wrong'
    return query.toUpperCase()
  })
  const batches = createBatches<string, string>(9, isForAll)
  const answers = Promise.allSettled(['a', 'b'].map((query) => batches.ask('kind', query, run)))
  go()
  await new Promise(setImmediate)
  go()
  assert.equal(await answers, [
    { status: 'fulfilled', value: 'A' },
    { status: 'rejected', reason: 'wrong' },
  ])
  assert.equal(asked, [['a', 'b'], ['a'], ['b']])
})

test('what is wrong for all is not asked again, and who comes later asks anew', async () => {
  let isOut = true
  const { asked, run, go } = bench((query) => {
    if (isOut) throw 'outage'
    return query
  })
  const batches = createBatches<string, string>(9, isForAll)
  const answers = Promise.allSettled(['a', 'b'].map((query) => batches.ask('kind', query, run)))
  go()
  const reasons = (await answers).map((each) => each.status === 'rejected' && each.reason)
  assert.equal(reasons, ['outage', 'outage'])
  isOut = false
  const later = batches.ask('kind', 'a', run)
  go()
  assert.is(await later, 'a')
  assert.equal(asked, [['a', 'b'], ['a']])
})

test('a batch that is refused before its turn is joined by nobody', async () => {
  const batches = createBatches<string, string>(9, isForAll)
  const refused = () => Promise.reject('outage')
  assert.is(await batches.ask('kind', 'a', refused).catch((error) => error), 'outage')
  const { run, go } = bench()
  const later = batches.ask('kind', 'a', run)
  go()
  assert.is(await later, 'A')
})

test.run()
