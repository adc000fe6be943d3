import { type Environment, readDatabaseSettings } from '../app/settings.ts'
import { backUp } from '../db/back-up.ts'
import { StartError } from './start-error.ts'

/**
 * Copies the files of the embedded database while the service runs: `npm run backup -- DIRECTORY`.
 *
 * @returns what was done
 * @throws StartError if the directory is missing or exists, or EmbeddedServerError if no embedded database runs
 */
export async function runBackup(environment: Environment, args: string[]): Promise<string> {
  const [target, ...others] = args
  if (!target || others.length > 0) {
    throw new StartError('usage: npm run backup -- DIRECTORY. The directory must not exist')
  }
  const { dataDir } = readDatabaseSettings(environment)
  try {
    await backUp(dataDir, target)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST') throw error
    throw new StartError(`DIRECTORY must be a new directory: ${message}`)
  }
  return `${target} is a copy of ${dataDir}. To restore it, stop the service and put it in the place of ${dataDir}.`
}
