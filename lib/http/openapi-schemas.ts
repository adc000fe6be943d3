import * as v from 'valibot'
import { problemCodes, providerErrorCode } from '../problem.ts'
import * as admin from '../schemas/admin.ts'
import { AuditEvent } from '../schemas/audit.ts'
import { Alias } from '../schemas/content.ts'
import * as embedKey from '../schemas/credentials.ts'
import * as token from '../schemas/credentials.ts'
import * as dispute from '../schemas/dispute.ts'
import * as imports from '../schemas/import.ts'
import { ImportResult } from '../schemas/import.ts'
import * as inbox from '../schemas/inbox.ts'
import { toJsonSchema } from '../schemas/json-schema.ts'
import * as lookup from '../schemas/lookup.ts'
import { whole } from '../schemas/numbers.ts'
import { PersonalData } from '../schemas/personal-data.ts'
import * as proposal from '../schemas/proposal.ts'
import { Conflicts } from '../schemas/proposal.ts'
import * as term from '../schemas/term.ts'
import { uuid } from '../schemas/text.ts'
import * as user from '../schemas/user.ts'
import { WantedName } from '../schemas/wanted.ts'
import * as webhook from '../schemas/webhook.ts'
import { inOneLanguage } from './in-one-language.ts'
import { descriptions } from './openapi-descriptions.ts'
import { examples } from './openapi-examples.ts'

/** A code of the service, or of the identity provider after a failed login. */
const code = v.union([v.picklist(problemCodes), v.pipe(v.string(), v.regex(providerErrorCode))])

/** An error response (RFC 9457). Clients match on `code`. */
const ProblemDocument = v.object({
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

type Schema = v.GenericSchema

type Described = {
  description?: string
  required?: string[]
  properties?: Record<string, Described>
  items?: Described
  additionalProperties?: Described | boolean
  anyOf?: Described[]
}

/** Schemas that the document defines once and refers to by name. */
const named: Record<string, Schema> = {
  Person: user.Person,
  Alias,
  Term: term.Term,
  TermAtVersion: term.TermAtVersion,
  TermInFile: term.TermInFile,
  NewTerm: term.NewTerm,
  TermEdit: term.TermEdit,
  TermUpdate: term.TermUpdate,
  Merge: term.Merge,
  Dispute: dispute.Dispute,
  Proposal: proposal.Proposal,
  InboxEntry: inbox.InboxEntry,
  Follows: inbox.Follows,
  TermList: term.TermList,
  Lookup: lookup.Lookup,
  TextToExplain: lookup.TextToExplain,
  Explanation: lookup.Explanation,
  TextToCorrect: lookup.TextToCorrect,
  CorrectedText: lookup.CorrectedText,
  VoteResult: term.VoteResult,
  HistoryEntry: term.HistoryEntry,
  User: user.User,
  PersonalData,
  ApiToken: token.ApiToken,
  NewApiToken: token.NewApiToken,
  TokenRequest: token.TokenRequest,
  EmbedKey: embedKey.EmbedKey,
  NewEmbedKey: embedKey.NewEmbedKey,
  EmbedKeyRequest: embedKey.EmbedKeyRequest,
  ImportResult: imports.ImportResult,
  ImportRecord: imports.ImportRecord,
  UndoneImport: imports.UndoneImport,
  Webhook: webhook.Webhook,
  NewWebhook: webhook.NewWebhook,
  WebhookRequest: webhook.WebhookRequest,
  WantedName,
  Stats: admin.Stats,
  AuditEvent,
  JobRun: admin.JobRun,
  Problem: ProblemDocument,
}

/** A schema, and as a glossary in one language has it. */
const formsOf = (schema: Schema) => [schema, inOneLanguage(schema)]

/** The named schemas, with their examples. */
export const describeNamed = (isMultilingual: boolean) =>
  Object.fromEntries(
    Object.entries(named).map(([name, each]) => {
      const schema = isMultilingual ? each : inOneLanguage(each)
      return [name, { ...convertBody(schema, name), examples: [examples[name]] }]
    }),
  )

/** Refers to a schema by its name in the components. */
export const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/**
 * Refers to a schema by its name; without one, converts it.
 *
 * @param owner the name of the operation
 */
export function refer(schema: Schema, owner: string): object {
  const [name] = Object.entries(named).find(([, each]) => formsOf(each).includes(schema)) ?? []
  return name ? reference(name) : convertBody(schema, owner)
}

/**
 * Converts a schema, and describes its fields.
 *
 * @param owner the name of the schema or operation, or the segment before a parameter
 */
export function convert(schema: Schema, owner: string): Described {
  const converted = toJsonSchema(schema, {
    definitions: namedIn(schema),
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  })
  return describeFields(converted as Described, owner)
}

/** The named schemas that are parts of another. Only these, because each is converted as well. */
function namedIn(schema: Schema): Record<string, Schema> {
  const parts = new Set<unknown>()
  const collect = (part: unknown) => {
    if (typeof part !== 'object' || part === null || parts.has(part)) return
    parts.add(part)
    for (const each of Object.values(part)) collect(each)
  }
  collect(schema)
  parts.delete(schema)
  return Object.fromEntries(
    Object.entries(named).flatMap(([name, each]) => {
      const part = formsOf(each).find((form) => parts.has(form))
      return part ? [[name, part]] : []
    }),
  )
}

/** Generators take a field with a default for one that has to be sent: its description says what the default is. */
const convertBody = (schema: Schema, owner: string): Described =>
  JSON.parse(JSON.stringify(convert(schema, owner), (key, value) => (key === 'default' ? undefined : value)))

/** Adds its description to each field that has none of its own. */
function describeFields(schema: Described, owner: string): Described {
  const { properties, items, additionalProperties: others, anyOf } = schema
  return {
    ...schema,
    ...(properties && { properties: describeEach(properties, owner) }),
    ...(items && { items: describeFields(items, owner) }),
    ...(typeof others === 'object' && { additionalProperties: describeFields(others, owner) }),
    ...(anyOf && { anyOf: anyOf.map((each) => describeFields(each, owner)) }),
  }
}

const describeEach = (fields: Record<string, Described>, owner: string) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const description = descriptions[`${owner}.${name}`] ?? descriptions[name]
      return [name, { description, ...describeFields(field, name) }]
    }),
  )
