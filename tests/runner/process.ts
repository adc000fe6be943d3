import { run } from 'uvu/run'
import { beginFile } from '../support/running-file.ts'
import type { TestFile } from './files.ts'

// Runs each test file that it is sent, and writes what uvu writes: the name, the tests and the totals, and then
// a line that says what each test took.
process.on('message', async ({ name, file }: TestFile) => {
  Object.assign(globalThis, { UVU_QUEUE: [] }) // uvu would run the files before this one again
  const tests = beginFile()
  await run([{ name, file }], { bail: false })
  process.stdout.write(`${JSON.stringify(tests)}\n`)
})
process.once('disconnect', () => process.exit())
