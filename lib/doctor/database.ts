import { constants, existsSync } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type Settings, secretKeys } from '../app/settings.ts'
import { describeDatabase } from '../db/connection.ts'
import { explainUnknown } from '../db/early-migrations.ts'
import { findSilentHosts, type Inspection, identifyDatabase, inspectDatabase } from '../db/inspect.ts'
import { ParametersError, requireParameters } from '../db/parameters.ts'
import { decryptSecret } from '../notify/webhook-secrets.ts'
import { type Check, fail, pass, reasonOf } from './check.ts'

/** Checks that the database can be reached and used, and that its schema is the one of this version. */
export async function checkDatabase(settings: Settings): Promise<Check[]> {
  const { databaseUrl, databaseDirectUrl } = settings
  if (databaseUrl === null) return [await checkEmbedded(settings)]
  const { host, name } = describeDatabase(databaseDirectUrl ?? databaseUrl)
  try {
    const inspection = await inspectDatabase(databaseDirectUrl ?? databaseUrl)
    const version = `${Math.floor(inspection.version / 10_000)}.${inspection.version % 10_000}`
    const faults = [...faultsOf(inspection, settings), ...(await checkHosts(databaseUrl))]
    if (databaseDirectUrl !== null) {
      if ((await identifyDatabase(databaseUrl)) !== inspection.identity) return [otherDatabase()]
      await requireParameters(databaseUrl, { isPooled: true })
    }
    const good = pass('database', `PostgreSQL ${version} responds at ${host}, database ${name}.`)
    return [
      ...(faults.length > 0 ? faults : [good]),
      checkSchema(inspection, settings),
      ...findMissingAdmin(inspection, settings),
      ...findStuck(inspection, settings),
    ]
  } catch (error) {
    return [fail('database', `The database ${name} at ${host} cannot be used: ${reasonOf(error)}.`, fixOf(error))]
  }
}

/** Checks that each of several hosts responds: without the others, a failover finds none. */
async function checkHosts(url: string): Promise<Check[]> {
  return (await findSilentHosts(url)).map(({ host, reason }) =>
    fail('database', `The host ${host} of SERVICE_DATABASE_URL cannot be used: ${reasonOf(reason)}.`, fixOf(reason)),
  )
}

/** The least room that PostgreSQL needs beside its data, in bytes. */
const minFree = 200 * 1024 ** 2

/** Checks that the embedded PostgreSQL can keep its files. */
async function checkEmbedded({ dataDir }: Settings): Promise<Check> {
  let place = resolve(dataDir)
  while (!existsSync(place)) place = dirname(place)
  const failed = (why: string, fix: string) =>
    fail('database', `The embedded PostgreSQL cannot keep its files in ${dataDir}: ${why}.`, fix)
  const correct =
    'Set SERVICE_DATA_DIR to a directory that the account of the service owns, and run the doctor as this account.'
  try {
    if (!(await stat(place)).isDirectory()) return failed(`${place} is no directory`, correct)
    await access(place, constants.W_OK)
  } catch (error) {
    return failed(reasonOf(error), correct)
  }
  const { bavail, bsize } = await statfs(place)
  return bavail * bsize < minFree
    ? failed('the disk is full', 'Make room: at least 200 MB.')
    : pass('database', `The embedded PostgreSQL keeps its files in ${dataDir}.`)
}

const otherDatabase = () =>
  fail(
    'database',
    'SERVICE_DATABASE_URL and SERVICE_DATABASE_DIRECT_URL lead to different databases.',
    'Let both lead to the same database of the same server.',
  )

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
  if (/TLS|SSL/.test(reasonOf(error))) {
    return 'Turn on TLS in PostgreSQL (ssl = on), or correct sslmode in SERVICE_DATABASE_URL.'
  }
  if (code === 'ENOTFOUND') return 'Correct the host in SERVICE_DATABASE_URL.'
  return 'Start PostgreSQL, let this machine connect to it, and check the host and port in SERVICE_DATABASE_URL.'
}

/** In seconds. Logins and signatures fail where clocks differ by minutes. */
const maxClockOffset = 30

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
      inspection.schema === null,
      'The search path names no schema that exists, so that tables are found nowhere.',
      'Reset search_path of the database and its user: alter role … reset search_path.',
    ],
    [
      inspection.isolation !== 'read committed',
      `Transactions are ${inspection.isolation}, so that changes at the same time fail.`,
      'Reset default_transaction_isolation of the server, the database and its user.',
    ],
    [
      Math.abs(inspection.clock_offset) > maxClockOffset,
      `The clock of PostgreSQL and that of this machine differ by ${Math.abs(Math.round(inspection.clock_offset))} seconds.`,
      'Let both machines set their clocks by NTP.',
    ],
    [
      inspection.schema !== null && !inspection.can_create && !inspection.is_standby,
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
    [
      inspection.synchronous_commit === 'off',
      'PostgreSQL acknowledges changes before they are stored (synchronous_commit = off), so that a crash loses them.',
      'Reset synchronous_commit of the server, the database and its user.',
    ],
    [
      /^[1-9]\d{0,2}ms$/.test(inspection.lock_timeout),
      `Changes wait for each other for ${inspection.lock_timeout} only (lock_timeout), so that those at the same time fail.`,
      'Reset lock_timeout of the server, the database and its user.',
    ],
    ...findLowLimits(inspection, databaseConnections),
  ]
  return faults.flatMap(([isFault, ...texts]) => (isFault ? [fail('database', ...texts)] : []))
}

/** A process that may open more connections than it gets refuses requests when many come at once. */
function findLowLimits(
  { max_connections, database_limit, user_limit, processes }: Inspection,
  perProcess: number,
): Fault[] {
  const needed = perProcess * Math.max(1, processes)
  const who = processes > 1 ? `${processes} processes may open ${needed}` : `a process may open ${needed}`
  const limits: [owner: string, limit: number | null, setting: string][] = [
    ['server', max_connections, 'max_connections of PostgreSQL'],
    ['database', database_limit, 'the limit with: alter database … connection limit …'],
    ['user of the database', user_limit, 'the limit with: alter role … connection limit …'],
  ]
  return limits.map(([owner, limit, setting]) => [
    limit !== null && limit < needed,
    `The ${owner} is limited to ${limit} connections, and ${who}.`,
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

/** Everything is delivered within minutes, unless the receiver is down: an hour is long. */
const longSeconds = 3600

/** Finds what is stored and will not be delivered. */
function findStuck({ webhookSecrets, outbox }: Inspection, settings: Settings): Check[] {
  const keys = secretKeys(settings)
  const unreadable = webhookSecrets.filter((secret) => decryptSecret(keys, secret) === null).length
  const { backlog, oldest_seconds } = outbox
  const faults: [isFault: boolean, name: string, detail: string, fix: string][] = [
    [
      unreadable > 0,
      'webhooks',
      `The secrets of ${unreadable} webhooks were encrypted with another SERVICE_SECRET_KEY.`,
      'Set SERVICE_SECRET_KEY, or SERVICE_SECRET_KEY_PREVIOUS, to that key, or delete these webhooks and create them again.',
    ],
    [
      oldest_seconds > longSeconds,
      'messages',
      `${backlog} messages wait to be delivered, the oldest for ${Math.round(oldest_seconds / 3600)} hours.`,
      'Open Admin → Messages and Admin → Webhooks, which show the error of each.',
    ],
  ]
  return faults.flatMap(([isFault, ...texts]) => (isFault ? [fail(...texts)] : []))
}
