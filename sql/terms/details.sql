-- What the page of a term shows to a reader (:reader_id): whether they voted, whether the owner is active, and
-- the latest dispute unless the term was edited, confirmed or moved to another status since.
-- Returns one row, or none if the term does not exist.
select
  exists (select from votes v where v.term_id = t.id and v.user_id = :reader_id) as has_voted,
  o.is_active as is_owner_active,
  d.id is not null as is_disputed,
  d.actor_id as disputer_id, p.public_name as disputer_name, d.note as reason,
  d.created_at as disputed_at
from terms t
left join users o on o.id = t.owner_id
left join lateral (
  select h.id, h.action, h.actor_id, h.note, h.created_at
  from term_history h
  where
    h.term_id = t.id and h.action in ('disputed', 'updated', 'confirmed', 'status_changed')
  order by h.seq desc
  limit 1
) as d on d.action = 'disputed'
left join users p on p.id = d.actor_id
where t.id = :id
