-- Since when a term is stale, and how often its owner has been reminded since. Both mean nothing while it is not stale.
alter table terms
  add column stale_since timestamptz,
  add column stale_reminders smallint not null default 0 check (stale_reminders between 0 and 2);

update terms set stale_since = now() where is_stale;

-- Nobody owns a term who cannot take care of it: a person who is deactivated stops owning terms.
with disowned as (
  update terms t
  set owner_id = null
  from users u
  where u.id = t.owner_id and not u.is_active
  returning t.id, t.name, t.version, u.id as owner_id, u.public_name
),
history as (
  insert into term_history (term_id, version, action, changes, actor_id)
  select
    id, version, 'claimed',
    jsonb_build_object('owner', jsonb_build_object(
      'from', jsonb_build_object('id', owner_id, 'display_name', public_name), 'to', null
    )),
    owner_id
  from disowned
)
insert into audit_events (actor_id, action, target_type, target_id, payload)
select
  owner_id, 'term.claimed', 'term', id,
  jsonb_build_object('name', name, 'from', owner_id, 'to', null)
from disowned;
