import * as assert from 'uvu/assert'
import { createTurnClock } from '../lib/app/next-turn.ts'
import { setStatus } from './support/terms.ts'
import { glossary } from './support/test-service.ts'

// Long work gives way to others after a few milliseconds, whoever's it is (contract, section 18). Time is played here.
const test = glossary('turns of long work')

/**
 * Does some work while each look at the clock finds it so many milliseconds later.
 *
 * @returns how often work looked at the clock, and how often at most in one turn of the event loop
 */
async function withClock(msPerLook: number, work: () => unknown) {
  const { now } = performance
  const looks = { all: 0, inTurn: 0, most: 0 }
  performance.now = () => {
    if (looks.inTurn++ === 0)
      setImmediate(() => {
        looks.inTurn = 0
      })
    looks.most = Math.max(looks.most, looks.inTurn)
    return ++looks.all * msPerLook
  }
  try {
    await work()
  } finally {
    performance.now = now
  }
  return looks
}

test('a turn is over once its time has passed since it was first looked at, and then the next one begins', async () => {
  await withClock(2, async () => {
    const isOver = createTurnClock(5)
    assert.equal([isOver(), isOver(), isOver(), isOver()], [false, false, false, true])
    await new Promise(setImmediate)
    assert.is(isOver(), false)
  })
})

const texts: [path: string, words: string, options: object][] = [
  ['/api/v1/correct', 'castrol ', {}],
  ['/api/v1/correct', 'Castrol. `x` ', { format: 'markdown' }],
  ['/api/v1/explain', 'Kestrel QZX ', {}],
  ['/api/v1/explain', 'ケストレル ', { loose: true }],
]

for (const [path, words, options] of texts) {
  test(`${path} gives way after each word of "${words}" that takes long`, async (service) => {
    const as = await service.person()
    const aliases = [{ name: 'castrol', kind: 'misspelling' }, 'ケストレル']
    const { id } = await service.term(as, { name: 'Kestrel', aliases })
    await setStatus(service, id, 'community')
    const text = words.repeat(100)
    const { all, most } = await withClock(6, () => service.request('POST', path, { as, body: { text, ...options } }))
    assert.ok(all > 200 && most < 10, `${all} looks at the clock, of which ${most} in one turn`)
  })
}

test.run()
