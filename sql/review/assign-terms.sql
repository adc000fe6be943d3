-- Makes :owner_id the owner of a term, or nobody if it is null. History and audit log record it as 'claimed', their
-- action for every change of the owner. If the term has this owner, nothing changes. Returns the ID of the term, or no
-- row if the term does not exist.
with locked as (
  select id, name, version, owner_id from terms where id = :id for no key update
),
assigned as (
  update terms t
  set owner_id = :owner_id
  from locked l
  where t.id = l.id and l.owner_id is distinct from :owner_id::uuid
  returning t.id, t.name, t.version, l.owner_id as old_owner_id
),
history as (
  insert into term_history (term_id, version, action, changes, actor_id)
  select
    a.id, a.version, 'claimed',
    jsonb_build_object('owner', jsonb_build_object('from', person(f), 'to', person(u))),
    :actor_id
  from assigned a
  left join users f on f.id = a.old_owner_id
  left join users u on u.id = :owner_id
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :actor_id, 'term.claimed', 'term', a.id,
    jsonb_build_object('name', a.name, 'from', a.old_owner_id, 'to', :owner_id::uuid)
  from assigned a
)
select id from locked
