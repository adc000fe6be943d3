import * as assert from 'uvu/assert'
import { routes } from '../../handlers/app.ts'
import { suite } from '../support/suite.ts'
import { operations } from './operations.ts'
import { draw, onSite, type Play, playAtOnce, playInOrder, shrink, Violation } from './play.ts'
import { openKilled, openSite, openTwo } from './sites.ts'

const test = suite('a model of the glossary')

// npm run test:model sets these.
const firstSeed = Number(process.env.MODEL_SEED || 1)
const untilMs = Date.now() + Number(process.env.MODEL_MINUTES || 0) * 60_000
const count = Number(process.env.MODEL_STEPS || 150)

async function run(play: Play, seed: number) {
  const steps = draw(seed, count)
  try {
    return await play(steps)
  } catch (error) {
    if (!(error instanceof Violation)) throw error
    // To find the shortest sequence takes time.
    process.stderr.write(`MODEL_SEED=${seed} MODEL_STEPS=${count}:\n${error.message}\n`)
    const { steps: kept, violation } = await shrink(play, steps, error, 40)
    throw new Error(`MODEL_SEED=${seed} MODEL_STEPS=${count}, ${kept.length} steps:\n${violation.message}`)
  }
}

const plays = {
  'one after the other, requests do what the rules say': onSite(playInOrder),
  'at once, at two processes, they leave what always holds': onSite(playAtOnce, openTwo),
}

test('every endpoint of the API that writes has a generator, and there is no other', () => {
  const reads = ['/api/v1/explain', '/api/v1/correct']
  const writing = routes
    .map(({ contract: { method, path } }) => ({ method, path }))
    .filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/') && !reads.includes(path))
    .map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`)
  assert.equal(Object.keys(operations).sort(), writing.sort())
})

for (const [what, play] of Object.entries(process.env.MODEL_MINUTES ? {} : plays)) {
  test(what, async () => {
    const { requests } = await run(play, firstSeed)
    assert.ok(requests > count / 2)
  })
}

if (process.env.MODEL_MINUTES) {
  test('whatever is drawn, also while one of two processes is killed', async () => {
    const all = { operations: 0, requests: 0, unanswered: 0, checks: 0, kills: 0, violations: 0 }
    const add = (played: object) => {
      for (const [key, value] of Object.entries(played)) if (key in all) all[key as keyof typeof all] += value
    }
    let seed = firstSeed
    for (; Date.now() < untilMs; seed++) {
      for (const play of [...Object.values(plays), onSite(playAtOnce, openKilled)]) {
        all.operations += count
        await run(play, seed).then(add, (error) => {
          all.violations += 1
          process.stderr.write(`${error}\n`)
        })
      }
    }
    process.stderr.write(`seeds ${firstSeed} to ${seed - 1}: ${JSON.stringify(all)}\n`)
    assert.is(all.violations, 0)
  })
}

const endpoints = ['POST /terms', 'PUT /terms/:id', 'POST /terms/:id/vote', 'DELETE /terms/:id/vote']
const faults = {
  'a history entry that is missing': `before insert on term_history for each row when (new.action = 'updated')`,
  'a vote that is not deleted': 'before delete on votes for each row',
}

for (const [fault, planted] of Object.entries(faults)) {
  test(`it finds ${fault}, and the shortest way to it`, async () => {
    const open = async () => {
      const site = await openSite()
      await site.sql.unsafe(`
        create function lose() returns trigger language plpgsql as 'begin return null; end';
        create trigger lose ${planted} execute function lose()`)
      // Removed again, so that the next play uses the same database.
      const close = () => site.sql`drop function lose cascade`.then(site.close)
      return { ...site, close }
    }
    const play = onSite(playInOrder, open)
    const steps = draw(2, 25, endpoints)
    const found = await play(steps).then(
      () => null,
      (error) => error,
    )
    assert.instance(found, Violation)
    const { steps: kept } = await shrink(play, steps, found, 60)
    assert.ok(kept.length <= 3, kept.map(({ endpoint }) => endpoint).join())
  })
}

test.run()
