-- The history names who accepted an edit that someone else proposed.
alter table term_history add column accepted_by uuid references users;

-- Sessions of an earlier generation have ended: each deactivation begins a new one.
alter table users add column session_generation integer not null default 0 check (session_generation >= 0);

-- Whoever deactivates a person sees what else the person has created.
alter table embed_keys add column created_by uuid not null references users;
create index embed_keys_creator_idx on embed_keys (created_by);

-- A webhook is disabled when its receiver says that it is gone (410), and paused when it asks to wait (Retry-After).
alter table webhooks
  add column created_by uuid not null references users,
  add column disabled_at timestamptz,
  add column paused_until timestamptz;
create index webhooks_creator_idx on webhooks (created_by);

alter table audit_events drop constraint audit_events_action_check;
alter table audit_events add constraint audit_events_action_check check (action in (
  'term.created', 'term.updated', 'term.deleted', 'term.voted', 'term.unvoted', 'term.disputed',
  'term.promoted', 'term.official', 'term.confirmed', 'term.claimed', 'term.reverted', 'term.merged',
  'term.dismissed', 'term.restored',
  'proposal.created', 'proposal.accepted', 'proposal.declined', 'proposal.withdrawn',
  'dispute.resolved', 'import.completed', 'import.undone',
  'user.created', 'user.role_changed', 'user.activated', 'user.deactivated',
  'token.created', 'token.revoked', 'embed_key.created', 'embed_key.revoked',
  'webhook.created', 'webhook.deleted', 'webhook.disabled',
  'auth.login', 'auth.login_failed', 'job.triggered'
));

alter table inbox_entries drop constraint inbox_entries_kind_check;
alter table inbox_entries add constraint inbox_entries_kind_check check (kind in (
  'edited', 'disputed', 'dispute_resolved', 'proposed', 'proposal_decided', 'stale', 'ownership', 'promoted',
  'followed', 'wanted_added', 'webhook_disabled'
));

alter table outbox_messages drop constraint outbox_messages_kind_check;
alter table outbox_messages add constraint outbox_messages_kind_check check (kind in (
  'term.disputed', 'term.promoted', 'terms.stale', 'slack.answer', 'term.proposed', 'proposal.decided',
  'dispute.resolved', 'term.edited', 'term.ownership', 'term.wanted', 'digest', 'webhook', 'webhook.disabled'
));
