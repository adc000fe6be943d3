import { FAILSAFE_SCHEMA, loadAll, YAMLException } from 'js-yaml'
import { requireFewExpanded, requireFewParts } from './parts.ts'
import { unreadable } from './table.ts'

/**
 * Parses the documents of YAML. Site generators put `---` at both ends, which makes an empty one. All scalars are text, as people wrote them.
 *
 * @throws Problem `validation_failed`, also if it has more parts than memory allows; RangeError if it is nested too deeply
 */
export function parseYaml(text: string): unknown[] {
  requireFewParts(text, false)
  const documents = loadYaml(text)
  requireFewExpanded(documents)
  const filled = documents.filter(
    (document) => document !== null && document !== undefined && document !== '',
  )
  return filled.length > 0 ? filled : [null]
}

function loadYaml(text: string): unknown[] {
  try {
    return loadAll(text, { schema: FAILSAFE_SCHEMA, maxAliases: 1000 })
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    const reason = error.toString(true).replace('YAMLException: ', '').split('\n')[0]
    throw unreadable(`is not valid YAML: ${reason?.slice(0, 300)}.`)
  }
}
