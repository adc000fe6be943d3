-- Lists the history of a term, newest first, with the number of all entries.
-- Returns one row per entry of the page, a single row with a null id if the page is empty, or no row if the
-- term does not exist.
select
  (select count(*)::integer from term_history h where h.term_id = t.id) as total,
  h.id, h.term_id, h.version, h.action, h.changes, h.actor_id, a.public_name as actor_name,
  h.note, h.created_at
from terms t
left join lateral (
  select * from term_history h where h.term_id = t.id order by h.seq desc limit :limit offset :offset
) as h on true
left join users a on a.id = h.actor_id
where t.id = :term_id
order by h.seq desc
