import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

// npm run test:model [-- --minutes 30] [--seed 1]: lets the model of tests/model play one seed after the other, and
// kills a process now and then. Several can run at once.
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, seed: { type: 'string', default: String(Date.now() % 1e6) } },
})
const env = { ...process.env, MODEL_MINUTES: values.minutes, MODEL_SEED: values.seed, MODEL_STEPS: '500' }
const { status } = spawnSync(process.execPath, [...process.execArgv, 'tests/run.ts', '^model/'], {
  stdio: 'inherit',
  env,
})
process.exitCode = status ?? 1
