-- What happened that concerns a person, kept for 180 days. term_id is not a foreign key: an entry outlives its term, and
-- has the name that the term had. Nobody is notified of their own actions.
create table inbox_entries (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in (
    'edited', 'disputed', 'dispute_resolved', 'proposed', 'proposal_decided', 'stale', 'ownership', 'promoted',
    'followed', 'wanted_added'
  )),
  term_id uuid,
  term_name text,
  actor_id uuid references users,
  -- "action" is the action of the audit event; the other fields are those of its payload, without texts
  detail jsonb not null default '{}' check (jsonb_typeof(detail) = 'object'),
  created_at timestamptz not null default clock_timestamp(),
  read_at timestamptz,
  check ((term_id is null) = (term_name is null)),
  check (actor_id <> user_id)
);

create index inbox_entries_user_idx on inbox_entries (user_id, created_at desc);
-- The header of every page counts the unread entries.
create index inbox_entries_unread_idx on inbox_entries (user_id) where read_at is null;
create index inbox_entries_followed_idx on inbox_entries (created_at) where kind = 'followed';
create index inbox_entries_created_idx on inbox_entries using brin (created_at);

alter table outbox_messages drop constraint outbox_messages_kind_check;
alter table outbox_messages add constraint outbox_messages_kind_check check (kind in (
  'term.disputed', 'term.promoted', 'terms.stale', 'slack.answer', 'term.proposed', 'proposal.decided',
  'dispute.resolved', 'term.edited', 'term.ownership', 'term.wanted', 'digest'
));

-- Slack delivers what the inbox holds. Changes of followed terms wait for the digest.
create function send_inbox_entries() returns trigger
language plpgsql as $$
begin
  insert into outbox_messages (user_id, kind, payload)
  select
    e.user_id, k.message_kind,
    e.detail || jsonb_build_object('term_id', e.term_id, 'name', e.term_name, 'actor_id', e.actor_id)
  from entries e
  join (values
    ('edited', 'term.edited'), ('disputed', 'term.disputed'), ('dispute_resolved', 'dispute.resolved'),
    ('proposed', 'term.proposed'), ('proposal_decided', 'proposal.decided'), ('stale', 'terms.stale'),
    ('ownership', 'term.ownership'), ('promoted', 'term.promoted'), ('wanted_added', 'term.wanted')
  ) as k (kind, message_kind) on k.kind = e.kind;
  return null;
end
$$;

create trigger inbox_entries_send
  after insert on inbox_entries referencing new table as entries
  for each statement execute function send_inbox_entries();
