import { spawnSync } from 'node:child_process'

/** Warns that something is not tested, and why. */
export function warnNotTested(what: string, reason: string): void {
  process.stdout.write(`\nNOT TESTED: ${what}. ${reason}\n`)
}

/**
 * Warns that something is not tested because a program is missing that our own dependencies cannot provide.
 *
 * @throws Error if TEST_PROGRAMS_REQUIRED is set
 */
export function warnOfMissing(program: string, tested: string): void {
  if (process.env.TEST_PROGRAMS_REQUIRED) throw new Error(`${program} is not installed`)
  warnNotTested(tested, `It needs ${program}.`)
}

/**
 * Whether a program is installed that a test needs; warns if it is not.
 *
 * @param version the argument with which the program says its version
 * @throws Error if it is missing although TEST_PROGRAMS_REQUIRED is set
 */
export function hasProgram(name: string, tested: string, version = '--version'): boolean {
  if (!spawnSync(name, [version]).error) return true
  warnOfMissing(name, tested)
  return false
}
