import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parse } from 'uvu/parse'

/** What takes most of a file's time. */
export const kinds = ['servers', 'browsers', 'the rest'] as const
export type TestFile = { name: string; file: string; kind: (typeof kinds)[number] }

/**
 * Finds the test files whose path below tests/ matches. Those that start servers come first, and those that open
 * pages next: they take the longest, so that all processes end at about the same time.
 *
 * @param leftOut the names of files that are left out
 */
export async function findTestFiles(pattern: string, leftOut: readonly string[]): Promise<TestFile[]> {
  const directory = fileURLToPath(new URL('..', import.meta.url))
  const { suites } = await parse(directory, /\.test\.ts$/)
  const wanted = suites.filter(({ name }) => new RegExp(pattern).test(name) && !leftOut.includes(name))
  const files = await Promise.all(
    wanted.map(async ({ name, file }) => ({ name, file, kind: kindOf(await readFile(file, 'utf8')) })),
  )
  return files.sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
}

function kindOf(text: string): TestFile['kind'] {
  if (/support\/(process|servers)\.ts'/.test(text)) return 'servers'
  if (/support\/(browser|embedded-page)\.ts'/.test(text)) return 'browsers'
  return 'the rest'
}
