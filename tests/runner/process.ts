import type { Suite } from 'uvu/parse'
import { run } from 'uvu/run'

// Runs each test file that it is sent, and writes what uvu writes: the name, the tests and the totals.
process.on('message', async (suite: Suite) => {
  Object.assign(globalThis, { UVU_QUEUE: [] }) // uvu would run the files before this one again
  await run([suite], { bail: false })
})
process.once('disconnect', () => process.exit())
