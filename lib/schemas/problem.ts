import * as v from 'valibot'
import { problemCodes, providerErrorCode } from '../problem.ts'
import { ImportResult } from './import.ts'
import { whole } from './numbers.ts'
import { Conflicts } from './proposal.ts'
import { uuid } from './text.ts'

/** A code of the service, or of the identity provider after a failed login. */
const code = v.union([v.picklist(problemCodes), v.pipe(v.string(), v.regex(providerErrorCode))])

/** An error response (RFC 9457). Clients match on `code`. */
export const ProblemDocument = v.object({
  type: v.string(),
  title: v.string(),
  status: whole,
  detail: v.string(),
  code,
  request_id: v.string(),
  errors: v.optional(v.array(v.object({ path: v.string(), message: v.string() }))),
  errors_total: v.optional(whole),
  current_version: v.optional(whole),
  /** the current version of the term that another one was to be merged into */
  into_current_version: v.optional(whole),
  existing_id: v.optional(uuid),
  merged_into: v.optional(uuid),
  /** where a change of a protected term can be proposed */
  proposals: v.optional(v.string()),
  conflicts: v.optional(Conflicts),
  /** what an import would do, if a row failed */
  ...v.partial(ImportResult).entries,
})
