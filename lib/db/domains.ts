import { messageKinds } from '../schemas/admin.ts'
import { auditActions, auditTargets } from '../schemas/audit.ts'
import { fileFormats } from '../schemas/import.ts'
import { inboxKinds } from '../schemas/inbox.ts'
import { historyActions } from '../schemas/term.ts'

/** The domains of the schema whose values the API lists. */
const domains: Record<string, readonly string[]> = {
  audit_action: auditActions,
  audit_target: auditTargets,
  history_action: historyActions,
  import_format: fileFormats,
  inbox_kind: inboxKinds,
  message_kind: messageKinds,
}

/**
 * Writes the SQL that limits each domain to the values of its list, so that each list stands once. It locks no table
 * and reads no row: rows that have a value which is no longer listed stay.
 */
export const limitDomains = (): string =>
  Object.entries(domains)
    .map(([domain, values]) => {
      const list = values.map((value) => `'${value}'`).join(', ')
      return [
        `alter domain ${domain} drop constraint if exists ${domain}_listed;`,
        `alter domain ${domain} add constraint ${domain}_listed check (value in (${list})) not valid;`,
      ].join('\n')
    })
    .join('\n')
