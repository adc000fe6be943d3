-- What an answer says beside the terms in :ids, to a reader (:reader_id): whether they voted for it and follow it,
-- whether it is protected, how and when its text was last changed or confirmed, whichever was later, and whether its
-- owner did that, its relations, and up to five terms whose definitions name it, the most trusted first. A name in
-- capitals has to be written as it is. Who confirmed a text that is known to be wrong no longer counts. Returns one row
-- per term.
select
  t.id,
  exists (select from votes v where v.term_id = t.id and v.user_id = :reader_id) as has_voted,
  exists (select from term_follows f where f.term_id = t.id and f.user_id = :reader_id) as is_followed,
  is_protected(t.status, t.disputed_status) as is_protected,
  latest.action as last_action,
  -- A confirmation that was taken back has left the time of the one before.
  coalesce(case when latest.action <> 'confirmed' then latest.created_at end, t.last_confirmed_at) as last_action_at,
  coalesce(latest.actor_id = t.owner_id, false) as is_by_owner,
  r.relations,
  array(
    select o.name
    from terms o
    where
      o.search @@ phraseto_tsquery('english', words(t.name))
      and o.id <> t.id
      and o.status <> 'suggested'
      and o.name_key <> t.name_key
      and case
        when t.name = upper(t.name) then strpos(o.definition, t.name) > 0
        else strpos(fold(o.definition), t.name_key) > 0
      end
    order by
      trust(o.status), o.vote_count desc, o.name_key
    limit 5
  ) as named_in
from terms t
cross join lateral shown_relations(t.id) as r
left join lateral (
  select h.action, h.actor_id, h.created_at
  from term_history h
  where
    h.term_id = t.id
    and h.action in ('created', 'updated', 'confirmed', 'reverted')
    and case h.action
      when 'created' then true
      when 'confirmed' then not t.needs_correction
      else h.changes ?| array['name', 'full_name', 'definition']
    end
    -- Taking over a term confirms it, too.
    and (h.created_at >= t.last_confirmed_at or t.needs_correction)
  order by h.seq desc
  limit 1
) as latest on true
-- The subselect hides their number from the planner, so that it keeps its plan.
where t.id = any ((select :ids::uuid[])::uuid[])
