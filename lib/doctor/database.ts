import type { Settings } from '../app/settings.ts'
import { describeDatabase } from '../db/connection.ts'
import { explainUnknown } from '../db/early-migrations.ts'
import { type Inspection, inspectDatabase } from '../db/inspect.ts'
import { ParametersError, requireParameters } from '../db/parameters.ts'
import { type Check, fail, pass, reasonOf } from './check.ts'

/** Checks that the database can be reached and used, and that its schema is the one of this version. */
export async function checkDatabase(settings: Settings): Promise<Check[]> {
  const { databaseUrl, databaseDirectUrl } = settings
  if (databaseUrl === null) {
    return [pass('database', `The embedded PostgreSQL keeps its files in ${settings.dataDir}.`)]
  }
  const { host, name } = describeDatabase(databaseDirectUrl ?? databaseUrl)
  try {
    const inspection = await inspectDatabase(databaseDirectUrl ?? databaseUrl)
    const version = `${Math.floor(inspection.version / 10_000)}.${inspection.version % 10_000}`
    const faults = faultsOf(inspection, settings)
    if (databaseDirectUrl !== null) await requireParameters(databaseUrl, { isPooled: true })
    const good = pass('database', `PostgreSQL ${version} responds at ${host}, database ${name}.`)
    return [
      ...(faults.length > 0 ? faults : [good]),
      checkSchema(inspection, settings),
      ...findMissingAdmin(inspection, settings),
    ]
  } catch (error) {
    return [
      fail(
        'database',
        `The database ${name} at ${host} cannot be used: ${reasonOf(error)}.`,
        fixOf(error),
      ),
    ]
  }
}

/** What to do about a database that cannot be reached, by the start of the error code. */
function fixOf(error: unknown): string {
  if (error instanceof ParametersError) return 'Set them as docs/operations.md shows for PgBouncer.'
  const code = String((error as { code?: unknown }).code ?? '')
  if (/^28/.test(code)) return 'Correct the user and the password in SERVICE_DATABASE_URL.'
  if (/^3D/.test(code)) {
    return 'Create the database, as docs/deployment.md shows, or correct its name in SERVICE_DATABASE_URL.'
  }
  if (/^53/.test(code)) {
    return 'Raise the limit of connections that the message names, or lower SERVICE_DATABASE_CONNECTIONS.'
  }
  if (code === '42704') return 'Remove this parameter from SERVICE_DATABASE_URL.'
  if (/CERT|SIGNATURE/.test(code)) {
    return 'Set NODE_EXTRA_CA_CERTS to the authority of the certificate, or name the host of the certificate in SERVICE_DATABASE_URL.'
  }
  if (code === 'ENOTFOUND') return 'Correct the host in SERVICE_DATABASE_URL.'
  return 'Start PostgreSQL, let this machine connect to it, and check the host and port in SERVICE_DATABASE_URL.'
}

type Fault = [isFault: boolean, detail: string, fix: string]

function faultsOf(inspection: Inspection, { databaseConnections }: Settings): Check[] {
  const faults: Fault[] = [
    [
      inspection.version < 140_000,
      'The PostgreSQL server is older than version 14.',
      'Upgrade PostgreSQL to version 14 or newer.',
    ],
    [
      inspection.encoding !== 'UTF8',
      `The encoding of the database is ${inspection.encoding}.`,
      "Create the database again with: encoding 'UTF8' template template0.",
    ],
    [
      inspection.is_standby,
      'The server is a standby, which accepts no changes.',
      'Name the primary in SERVICE_DATABASE_URL, or all servers, separated by commas.',
    ],
    [
      !inspection.can_create && !inspection.is_standby,
      'The user of the database cannot create tables.',
      'Make this user the owner of the database: alter database … owner to ….',
    ],
    [
      inspection.is_read_only && !inspection.is_standby,
      'The database accepts no changes: it is read-only.',
      'Turn off default_transaction_read_only of the server, the database and its user, and make room if the disk is full.',
    ],
    [
      inspection.has_foreign_tables,
      'Tables of the database belong to another user, so that this one cannot change them.',
      'Give them to the user in SERVICE_DATABASE_URL: reassign owned by … to …, as an administrator of the server.',
    ],
    [
      !inspection.has_trgm,
      'The server lacks the extension pg_trgm.',
      'Install the package postgresql-contrib on the server.',
    ],
    ...findLowLimits(inspection, databaseConnections),
  ]
  return faults.flatMap(([isFault, ...texts]) => (isFault ? [fail('database', ...texts)] : []))
}

/** A process that may open more connections than it gets refuses requests when many come at once. */
function findLowLimits(
  { max_connections, database_limit, user_limit }: Inspection,
  needed: number,
): Fault[] {
  const limits: [owner: string, limit: number | null, setting: string][] = [
    ['server', max_connections, 'max_connections of PostgreSQL'],
    ['database', database_limit, 'the limit with: alter database … connection limit …'],
    ['user of the database', user_limit, 'the limit with: alter role … connection limit …'],
  ]
  return limits.map(([owner, limit, setting]) => [
    limit !== null && limit < needed,
    `The ${owner} is limited to ${limit} connections, and a process may open ${needed}.`,
    `Raise ${setting}, or lower SERVICE_DATABASE_CONNECTIONS.`,
  ])
}

const toSentence = (text: string) => `${text[0]?.toUpperCase()}${text.slice(1)}.`

function checkSchema({ pending, unknown }: Inspection, { migrate }: Settings): Check {
  const explained = explainUnknown(unknown)
  if (explained) {
    return fail('schema', toSentence(explained.reason), toSentence(explained.fix))
  }
  if (pending.length === 0) return pass('schema', 'The schema is up to date.')
  const detail = `These migrations have not run yet: ${pending.join(', ')}.`
  return migrate
    ? pass('schema', `${detail} The next start runs them.`)
    : fail('schema', detail, 'Run npm run migrate, because SERVICE_MIGRATE is false.')
}

/** Without an admin, nobody can make anyone an admin or editor. */
function findMissingAdmin({ admins }: Inspection, settings: Settings): Check[] {
  const { devMode, adminEmails, oidcAdminGroups, oidcAllowedDomains } = settings
  const all = [...admins, ...adminEmails]
  if (devMode || oidcAdminGroups.length > 0 || all.some(isAdmitted(settings))) return []
  const [detail, fix] =
    all.length === 0
      ? [
          'Nobody is an admin, and nobody will become one.',
          'Set SERVICE_ADMIN_EMAILS to your email address, and log in again.',
        ]
      : [
          `No admin can log in: SERVICE_OIDC_ALLOWED_DOMAINS admits only addresses in ${oidcAllowedDomains.join(', ')}.`,
          'Add the domain of an admin to SERVICE_OIDC_ALLOWED_DOMAINS, or an address in these domains to SERVICE_ADMIN_EMAILS.',
        ]
  return [fail('admins', detail, fix)]
}

/** Whether someone with an address may log in. The domains limit logins with OpenID alone. */
const isAdmitted =
  ({ oidcIssuer, oidcAllowedDomains, slackClientId }: Settings) =>
  (email: string | null) =>
    oidcIssuer === null ||
    slackClientId !== null ||
    oidcAllowedDomains.length === 0 ||
    oidcAllowedDomains.includes(email?.split('@').at(-1)?.toLowerCase() ?? '')
