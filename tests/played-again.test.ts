import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { playFailedAgain, runFiles } from './runner/queue.ts'
import { suite } from './support/suite.ts'

const test = suite('files that are played again')

test('a file that fails beside others is played again alone, and fails if it fails there', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'glossary-played-again-'))
  try {
    const path = JSON.stringify(import.meta.resolve('./support/suite.ts'))
    const imports = `import { suite } from ${path}\nimport { existsSync, writeFileSync } from 'node:fs'`
    const write = async (name: string, body: string) => {
      const file = join(directory, `${name}.mjs`)
      await writeFile(file, `${imports}\nconst test = suite('${name}')\n${body}`)
      return { name, file, kind: 'the rest' as const }
    }
    const marker = JSON.stringify(join(directory, 'was-played'))
    const once = `if (!existsSync(${marker})) { writeFileSync(${marker}, ''); throw new Error('busy') }`
    const files = [
      await write('right', 'test("a", () => {}); test.run()'),
      await write('once', `test("fails on purpose, once", () => { ${once} }); test("b", () => {}); test.run()`),
      await write('wrong', 'test("fails on purpose", () => { throw new Error("wrong") }); test.run()'),
    ]
    const { signal } = new AbortController()
    const first = await runFiles(files, {}, signal)
    const outcome = (results: typeof first) =>
      Object.fromEntries(
        results.map(({ name, passed, total, wasAlone }) => [name, `${passed}/${total}${wasAlone ? ' alone' : ''}`]),
      )
    assert.equal(outcome(first), { right: '1/1', once: '1/2', wrong: '0/1' })
    const results = await playFailedAgain(first, {}, signal)
    assert.equal(outcome(results), { right: '1/1', once: '2/2 alone', wrong: '0/1 alone' })
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
})

test.run()
