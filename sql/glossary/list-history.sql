-- Lists the history of a term and of those that were merged into it, newest first, with the number of all entries.
-- Returns one row per entry of the page, a single row with a null id if the page is empty, or no row if the
-- term does not exist.
with ids as (
  select id from terms where id = :term_id
  union all
  select m.id from merged_terms m join terms t on t.id = m.into_id where t.id = :term_id
),
page as (
  select h.*
  from ids i
  -- The newest of each are read, not all.
  cross join lateral (
    select * from term_history n where n.term_id = i.id order by n.seq desc limit :limit::integer + :offset::integer
  ) as h
  order by h.seq desc
  limit :limit offset :offset
)
select
  (select count(*)::integer from ids i join term_history h on h.term_id = i.id) as total,
  h.id, h.term_id, h.version, h.action, h.changes, person(a) as actor, person(b) as accepted_by, h.note, h.created_at
from terms t
left join page h on true
left join users a on a.id = h.actor_id
left join users b on b.id = h.accepted_by
where t.id = :term_id
order by h.seq desc
