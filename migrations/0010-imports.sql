-- An import of a file. What it changed is in the history.
create table imports (
  id uuid primary key default gen_random_uuid(),
  actor_id uuid references users,
  file_name text check (char_length(file_name) between 1 and 200),
  format text not null check (format in ('csv', 'tsv', 'json', 'yaml')),
  totals jsonb not null check (jsonb_typeof(totals) = 'object'),
  created_at timestamptz not null default clock_timestamp(),
  undone_at timestamptz
);

create index imports_created_idx on imports (created_at desc, id);

-- The import that made a history entry.
alter table term_history add column import_id uuid references imports;
create index term_history_import_idx on term_history (import_id, seq) where import_id is not null;

-- A transaction that takes long, such as an import, counts in a slot of its own (glossary.count_slot), so that no
-- other writer waits for it.
create or replace function add_term_count(of_status text, change bigint) returns void
language sql as $$
  insert into term_counts as c (status, slot, total)
  values (
    of_status,
    coalesce(nullif(current_setting('glossary.count_slot', true), '')::integer, pg_backend_pid() % 16),
    change
  )
  on conflict (status, slot) do update set total = c.total + excluded.total
$$;

alter table audit_events
  drop constraint audit_events_action_check,
  drop constraint audit_events_target_type_check,
  add constraint audit_events_action_check check (action in (
    'term.created', 'term.updated', 'term.deleted', 'term.voted', 'term.unvoted', 'term.disputed',
    'term.promoted', 'term.official', 'term.confirmed', 'term.claimed', 'term.reverted', 'term.merged',
    'term.dismissed', 'term.restored',
    'proposal.created', 'proposal.accepted', 'proposal.declined', 'proposal.withdrawn',
    'dispute.resolved', 'import.completed', 'import.undone',
    'user.created', 'user.role_changed', 'user.activated', 'user.deactivated',
    'token.created', 'token.revoked', 'embed_key.created', 'embed_key.revoked',
    'auth.login', 'auth.login_failed', 'job.triggered'
  )),
  add constraint audit_events_target_type_check check (
    target_type in ('term', 'user', 'token', 'job_run', 'proposal', 'dispute', 'embed_key', 'import')
  );
