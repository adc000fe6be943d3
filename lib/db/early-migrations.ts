/**
 * The migrations of the time before version 0.2.0, which started the schema anew. None of them is in a later version.
 */
const earlyMigrations = new Set([
  '0001-initial.ts',
  '0002-slack.ts',
  '0003-background.ts',
  '0003-spent-login-nonces.ts',
  '0004-jobs.ts',
  '0004-meanings.ts',
  '0005-credential-notices.ts',
  '0005-names.ts',
  '0005-stale-notices.ts',
  '0005-statistics.ts',
  '0006-credential-notices.ts',
  '0006-embed-keys.ts',
  '0007-slack-channels.ts',
  '0007-term-counts.ts',
  '0008-review.ts',
  '0008-stale-flags.ts',
  '0009-name-words.ts',
  '0009-stale-notices.ts',
  '0010-imports.ts',
  '0010-name-search.ts',
  '0011-merged-terms.ts',
  '0011-one-index-of-words.ts',
  '0012-category-index.ts',
  '0012-feeds.ts',
  '0013-dismissed.ts',
  '0013-spelling-keys.ts',
  '0014-freshness.ts',
  '0014-quick-spelling-keys.ts',
  '0015-inbox.ts',
  '0016-follows.ts',
  '0017-webhooks.ts',
  '0018-wanted.ts',
  '0019-wanted-notices.ts',
  '0020-notices.ts',
  '0021-guards.ts',
])

/**
 * Says why this version does not know migrations that a database has, and what to do about it.
 *
 * @returns two sentences without a capital and a full stop; null without names
 */
export function explainUnknown(names: readonly string[]): { reason: string; fix: string } | null {
  if (names.length === 0) return null
  const listed = names.join(', ')
  const early = names.find((name) => earlyMigrations.has(name))
  return early
    ? {
        reason: `the database is from before version 0.2.0 of the service (it has ${early}), and cannot be migrated`,
        fix: 'export its terms with the files of that time (npm run --silent export -- --format json --status all > terms.json), then import them here into an empty database, as docs/operations.md shows',
      }
    : {
        reason: `a later version of the service has migrated the database (${listed})`,
        fix: 'start that version, or restore a backup',
      }
}
