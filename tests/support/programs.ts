import { spawnSync } from 'node:child_process'

/**
 * Whether a program is installed that a test needs and our own dependencies cannot provide. If not, a warning says what is not
 * tested.
 *
 * @param version the argument with which the program says its version
 * @throws Error if it is missing although TEST_PROGRAMS_REQUIRED is set
 */
export function hasProgram(name: string, tested: string, version = '--version'): boolean {
  if (!spawnSync(name, [version]).error) return true
  if (process.env.TEST_PROGRAMS_REQUIRED) throw new Error(`${name} is not installed`)
  process.stdout.write(`\nNOT TESTED: ${tested}. It needs the program ${name}.\n`)
  return false
}
