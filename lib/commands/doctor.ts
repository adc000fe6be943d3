import packageJson from '../../package.json' with { type: 'json' }
import type { Environment } from '../app/settings.ts'
import type { Check } from '../doctor/check.ts'
import { examine } from '../doctor/examine.ts'
import { readJsonFlag } from './start-error.ts'

/**
 * Checks the settings and what they name: `npm run doctor [-- --json]` (contract, section 19).
 *
 * @returns the report, as JSON or in words, and whether everything is right
 * @throws StartError if the arguments are invalid
 */
export async function runDoctor(environment: Environment, args: string[]): Promise<{ text: string; ok: boolean }> {
  const asJson = readJsonFlag('doctor', args)
  const report = await examine(environment, packageJson.version)
  const text = asJson ? JSON.stringify(report, null, 2) : report.checks.map(describeCheck).join('\n')
  return { text, ok: report.ok }
}

const describeCheck = ({ name, ok, detail, fix }: Check) =>
  [`${ok ? 'ok    ' : 'WRONG '} ${name}: ${detail}`, ...(fix === null ? [] : [`       ${fix}`])].join('\n')
