-- What the page of a term says of it: how many people voted before someone else last changed what it means, and whether
-- its owner is active. Returns one row, or none if the term does not exist.
select
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
  o.is_active as is_owner_active
from terms t
left join users o on o.id = t.owner_id
where t.id = :id
