import { parseArgs } from 'node:util'
import { StartError } from './start-error.ts'

/**
 * Reads the only argument of a command, `--json`.
 *
 * @throws StartError, which says how to call the command
 */
export function readJsonFlag(command: string, args: string[]): boolean {
  try {
    return parseArgs({ args, options: { json: { type: 'boolean' } } }).values.json ?? false
  } catch {
    throw new StartError(`usage: npm run ${command} [-- --json]`)
  }
}
