-- Lists the history of a term and of those that were merged into it, newest first, with the number of all entries.
-- Returns one row per entry of the page, a single row with a null id if the page is empty, or no row if the
-- term does not exist.
select
  (select count(*)::integer from term_history h where h.term_id = any (t.ids)) as total,
  h.id, h.term_id, h.version, h.action, h.changes, person(a) as actor, person(b) as accepted_by, h.note, h.created_at
from (
  select
    id,
    array(select id union all select m.id from merged_terms m where m.into_id = terms.id) as ids
  from terms
  where id = :term_id
) as t
left join lateral (
  select * from term_history h where h.term_id = any (t.ids) order by h.seq desc limit :limit offset :offset
) as h on true
left join users a on a.id = h.actor_id
left join users b on b.id = h.accepted_by
order by h.seq desc
