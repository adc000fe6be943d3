-- What the page of a term shows to a reader (:reader_id): whether they voted for it and follow it, how many others voted
-- before someone last changed what it means, who owns it, and whether it is protected.
-- Returns one row, or none if the term does not exist.
select
  exists (select from votes v where v.term_id = t.id and v.user_id = :reader_id) as has_voted,
  exists (select from term_follows f where f.term_id = t.id and f.user_id = :reader_id) as is_followed,
  (
    select count(*)::integer
    from (
      select h.created_at, h.actor_id
      from term_history h
      where
        h.term_id = t.id and h.action in ('updated', 'reverted')
        and h.changes ?| array['definition', 'full_name']
      order by h.created_at desc
      limit 1
    ) as last_change
    join votes v
      on v.term_id = t.id and v.created_at < last_change.created_at
      and v.user_id is distinct from last_change.actor_id
  ) as earlier_votes,
  t.owner_id, o.is_active as is_owner_active,
  is_protected(t.status, t.disputed_status) as is_protected
from terms t
left join users o on o.id = t.owner_id
where t.id = :id
