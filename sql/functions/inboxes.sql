-- Who is told what. Fills the inboxes of those whom a change concerns, in the statement that records the change in the
-- audit log: the owner and followers of a term, and whoever proposed a change or reported a problem. Whoever made the
-- change, or accepted it, knows about it. A person gets one entry per change; what concerns them as owner comes before
-- what they follow. A merge concerns the term that remains: its owner and followers are told of it. Its audit event is
-- about the term that was removed, which only its owner's entry names. A 'term.dismissed' with 'two_meanings_with'
-- dismisses a duplicate of the review queue: no term has changed. What is 'part_of' a larger change is told by that.
create or replace function fill_inboxes() returns trigger
language plpgsql as $$
begin
  if not exists (
    select from events
    where
      action in (
        'term.created', 'term.updated', 'term.reverted', 'term.merged', 'term.deleted', 'term.dismissed',
        'term.promoted', 'term.official', 'term.disputed', 'term.claimed',
        'proposal.created', 'proposal.accepted', 'proposal.declined', 'dispute.resolved'
      )
      or (action = 'term.voted' and payload ? 'to')
  ) then
    return null;
  end if;

  insert into inbox_entries (user_id, kind, term_id, term_name, actor_id, detail)
  with changes as (
    select
      e.seq, e.action, e.actor_id, e.payload, e.target_id, i.term_id,
      coalesce(e.payload ->> 'into_name', e.payload ->> 'name') as term_name,
      t.owner_id,
      array[
        t.category_key, fold(e.payload ->> 'category'), fold(e.payload #>> '{changes,category,from}')
      ] as category_keys,
      a.id as accepted_by,
      e.action in (
        'term.created', 'term.updated', 'term.reverted', 'term.merged', 'term.deleted', 'term.dismissed',
        'term.promoted', 'term.official'
      )
      or (
        e.action in ('term.voted', 'term.disputed', 'dispute.resolved')
        and e.payload ->> 'from' <> e.payload ->> 'to'
      ) as concerns_followers,
      (
        select coalesce(jsonb_object_agg(p.key, p.value), '{}')
        from jsonb_each(e.payload) as p
        where p.key in (
          'dispute_id', 'from', 'into', 'into_name', 'note', 'reason', 'resolution', 'source', 'to', 'version',
          'vote_count', 'votes'
        )
      )
        || jsonb_build_object('action', e.action)
        || case
          when t.status = 'suggested' or e.payload ->> 'status' = 'suggested' or e.action = 'term.dismissed'
            then jsonb_build_object('term_status', 'suggested')
          else '{}'
        end
        || case when e.target_type <> 'term' then jsonb_build_object(e.target_type || '_id', e.target_id) else '{}' end
        || case when e.payload ? 'changes'
          then jsonb_build_object('fields', (
            select jsonb_agg(field order by field) from jsonb_object_keys(e.payload -> 'changes') as field
          ))
          else '{}'
        end
        || case when a.id is null then '{}'
          else jsonb_build_object('accepted_by', person(a))
        end as detail
    from events e
    left join users a on a.id = (e.payload ->> 'accepted_by')::uuid
    cross join lateral (
      select coalesce((e.payload ->> 'term_id')::uuid, (e.payload ->> 'into')::uuid, e.target_id) as term_id
    ) as i
    left join terms t on t.id = i.term_id
    where e.target_type in ('term', 'proposal', 'dispute') and not e.payload ?| '{two_meanings_with,part_of}'
  ),
  concerned as (
    select c.*, x.user_id, x.kind
    from changes c
    left join disputes d on c.action = 'dispute.resolved' and d.id = c.target_id
    left join proposals p on c.action in ('proposal.accepted', 'proposal.declined') and p.id = c.target_id
    cross join lateral (values
      (
        c.owner_id,
        case
          when c.action in ('term.updated', 'term.reverted', 'term.merged') then 'edited'
          when c.action = 'term.disputed' then 'disputed'
          when c.action = 'proposal.created' then 'proposed'
          when c.action in ('term.promoted', 'term.official') then 'promoted'
          when c.action = 'term.voted' and c.payload ? 'to' then 'promoted'
        end
      ),
      (case when c.action = 'term.claimed' then (c.payload ->> 'from')::uuid end, 'ownership'),
      (case when c.action = 'term.claimed' then (c.payload ->> 'to')::uuid end, 'ownership'),
      (case when c.action = 'term.deleted' then (c.payload ->> 'owner_id')::uuid end, 'ownership'),
      -- Whoever owns both terms gets one entry, about the term that remains.
      (
        case
          when c.action = 'term.merged' then nullif((c.payload ->> 'owner_id')::uuid, c.owner_id)
        end,
        'ownership'
      ),
      (d.opened_by, 'dispute_resolved'),
      (p.proposed_by, 'proposal_decided')
    ) as x (user_id, kind)
    where x.user_id is not null and x.kind is not null
    union all
    select c.*, f.user_id, 'followed'
    from changes c
    join term_follows f on f.term_id = c.term_id
    where c.concerns_followers
    union all
    select c.*, f.user_id, 'followed'
    from changes c
    join category_follows f on f.category_key = any (c.category_keys)
    where c.concerns_followers
  ),
  once as (
    select distinct on (seq, user_id) *
    from concerned
    order by seq, user_id, kind = 'followed'
  )
  select
    o.user_id, o.kind,
    case when o.kind = 'ownership' then o.target_id else o.term_id end,
    case when o.kind = 'ownership' then o.payload ->> 'name' else o.term_name end,
    o.actor_id, o.detail
  from once o
  join users u on u.id = o.user_id
  where u.is_active and u.id is distinct from o.actor_id and u.id is distinct from o.accepted_by
  order by o.seq;
  return null;
end
$$;

create or replace trigger audit_events_fill_inboxes
  after insert on audit_events referencing new table as events
  for each statement execute function fill_inboxes();
