import { parentPort, workerData } from 'node:worker_threads'
import { FAILSAFE_SCHEMA, load, YAMLException } from 'js-yaml'

// The thread that parses YAML, in JavaScript because threads do not compile TypeScript. All scalars are text, as people
// wrote them.
function parse(text) {
  try {
    return { value: load(text, { schema: FAILSAFE_SCHEMA, maxAliases: 1000 }) }
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    return { error: error.toString(true).split('\n')[0] }
  }
}

parentPort?.postMessage(parse(workerData))
