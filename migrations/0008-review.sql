-- A dispute lasts until someone resolves it. It remembers the status and the votes that it took from the term, so that
-- a dispute that was wrong can give them back.
create table disputes (
  id uuid primary key default gen_random_uuid(),
  term_id uuid not null references terms on delete cascade,
  opened_by uuid not null references users,
  opened_at timestamptz not null default clock_timestamp(),
  status_before text check (status_before in ('community', 'official')),
  resolved_by uuid references users,
  resolved_at timestamptz,
  resolution text check (resolution in ('upheld', 'dismissed', 'withdrawn')),
  note text check (char_length(note) between 1 and 500),
  check ((resolution is null) = (resolved_at is null)),
  check ((resolution is null) = (resolved_by is null))
);

-- A person has one open dispute of a term at most.
create unique index disputes_open_key on disputes (term_id, opened_by) where resolution is null;
create index disputes_term_idx on disputes (term_id, opened_at desc);

create table dispute_reasons (
  id bigint primary key generated always as identity,
  dispute_id uuid not null references disputes on delete cascade,
  text text not null check (char_length(text) between 1 and 500),
  created_at timestamptz not null default clock_timestamp()
);

create index dispute_reasons_dispute_idx on dispute_reasons (dispute_id, id);

create table disputed_votes (
  dispute_id uuid not null references disputes on delete cascade,
  user_id uuid not null references users,
  created_at timestamptz not null,
  primary key (dispute_id, user_id)
);

-- disputed_status is the status that a dispute took from the term, which stays protected until that dispute is resolved.
alter table terms
  add column open_disputes integer not null default 0 check (open_disputes >= 0),
  add column disputed_status text check (disputed_status in ('community', 'official')),
  add check (disputed_status is null or open_disputes > 0);

-- Whether only the owner and editors may change the text of a term.
create function is_protected(status text, disputed_status text) returns boolean
language sql immutable parallel safe
return status in ('community', 'official') or disputed_status is not null;

-- A change that someone proposes because they may not edit the term, or do not want to.
create table proposals (
  id uuid primary key default gen_random_uuid(),
  term_id uuid not null references terms on delete cascade,
  base_version integer not null check (base_version > 0),
  changes jsonb not null check (jsonb_typeof(changes) = 'object' and changes <> '{}'),
  note text check (char_length(note) between 1 and 500),
  status text not null default 'open' check (status in ('open', 'accepted', 'declined', 'withdrawn')),
  proposed_by uuid not null references users,
  created_at timestamptz not null default clock_timestamp(),
  decided_by uuid references users,
  decided_at timestamptz,
  decision_note text check (char_length(decision_note) between 1 and 500),
  check ((status = 'open') = (decided_at is null)),
  check ((status = 'open') = (decided_by is null))
);

-- A person has one open proposal for a term at most.
create unique index proposals_open_key on proposals (term_id, proposed_by) where status = 'open';
create index proposals_term_idx on proposals (term_id, created_at desc);
create index proposals_status_idx on proposals (status, created_at desc);

alter table term_history drop constraint term_history_action_check;
alter table term_history add constraint term_history_action_check check (action in (
  'created', 'updated', 'status_changed', 'disputed', 'confirmed', 'claimed', 'reverted', 'merged',
  'dispute_resolved'
));

alter table audit_events
  drop constraint audit_events_action_check,
  drop constraint audit_events_target_type_check,
  add constraint audit_events_action_check check (action in (
    'term.created', 'term.updated', 'term.deleted', 'term.voted', 'term.unvoted', 'term.disputed',
    'term.promoted', 'term.official', 'term.confirmed', 'term.claimed', 'term.reverted', 'term.merged',
    'term.dismissed', 'term.restored',
    'proposal.created', 'proposal.accepted', 'proposal.declined', 'proposal.withdrawn',
    'dispute.resolved',
    'user.created', 'user.role_changed', 'user.activated', 'user.deactivated',
    'token.created', 'token.revoked', 'embed_key.created', 'embed_key.revoked',
    'auth.login', 'auth.login_failed', 'job.triggered'
  )),
  add constraint audit_events_target_type_check
    check (target_type in ('term', 'user', 'token', 'job_run', 'proposal', 'dispute', 'embed_key'));

alter table outbox_messages drop constraint outbox_messages_kind_check;
alter table outbox_messages add constraint outbox_messages_kind_check check (kind in (
  'term.disputed', 'term.promoted', 'terms.stale', 'slack.answer', 'term.proposed', 'proposal.decided',
  'dispute.resolved'
));
