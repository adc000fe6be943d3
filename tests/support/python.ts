import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { warnNotTested } from './programs.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const requirements = join(root, 'tests/clients/requirements.txt')

/**
 * Installs what the tests need from PyPI into the virtual environment `.venv`, unless it is there.
 *
 * @returns the directory of its programs; undefined, with a warning that says what is not tested, if Python is missing
 * or
 *   PyPI cannot be reached
 * @throws Error in that case if TEST_PYTHON_REQUIRED is set
 */
export async function pythonPrograms(tested: string): Promise<string | undefined> {
  const programs = join(root, '.venv/bin')
  try {
    if (!existsSync(join(programs, 'pip'))) await run('python3', ['-m', 'venv', join(root, '.venv')])
    await run(join(programs, 'pip'), ['install', '--quiet', '--no-compile', '--requirement', requirements])
    return programs
  } catch (error) {
    if (process.env.TEST_PYTHON_REQUIRED) throw error
    warnNotTested(tested, 'It needs Python 3.10 or newer with venv, and packages from PyPI.')
    return undefined
  }
}
