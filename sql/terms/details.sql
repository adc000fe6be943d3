-- What the page of a term shows to a reader (:reader_id): whether they voted for it and follow it, who owns
-- it, and whether it is protected.
-- Returns one row, or none if the term does not exist.
select
  exists (select from votes v where v.term_id = t.id and v.user_id = :reader_id) as has_voted,
  exists (select from term_follows f where f.term_id = t.id and f.user_id = :reader_id) as is_followed,
  t.owner_id, o.is_active as is_owner_active,
  is_protected(t.status, t.disputed_status) as is_protected
from terms t
left join users o on o.id = t.owner_id
where t.id = :id
