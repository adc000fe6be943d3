import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parse } from 'uvu/parse'
import type { LeftOut } from './costs.ts'

/** What takes most of a file's time. */
export const kinds = ['servers', 'browsers', 'the rest'] as const
export type TestFile = {
  name: string
  file: string
  kind: (typeof kinds)[number]
  /** the tests that are left out, as "suite: title" */
  leftOut: readonly string[]
}

/**
 * Finds the test files whose path below tests/ matches. Those that start servers come first, and those that open
 * pages next: they take the longest, so that all processes end at about the same time.
 *
 * @param leftOut a file of which all tests are left out is not found
 */
export async function findTestFiles(pattern: string, leftOut: LeftOut): Promise<TestFile[]> {
  const directory = fileURLToPath(new URL('..', import.meta.url))
  const { suites } = await parse(directory, /\.test\.ts$/)
  const wanted = suites.filter(({ name }) => new RegExp(pattern).test(name))
  const files = await Promise.all(
    wanted.flatMap(({ name, file }) => {
      const { [name]: out = [] } = leftOut
      return out === 'all' ? [] : [readTestFile(name, file, out)]
    }),
  )
  return files.sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
}

const readTestFile = async (name: string, file: string, leftOut: readonly string[]) => ({
  ...{ name, file, leftOut },
  kind: kindOf(await readFile(file, 'utf8')),
})

function kindOf(text: string): TestFile['kind'] {
  if (/support\/(process|servers)\.ts'/.test(text)) return 'servers'
  if (/support\/(browser|embedded-page)\.ts'/.test(text)) return 'browsers'
  return 'the rest'
}
