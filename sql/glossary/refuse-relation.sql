-- Remembers that the term :other_id does not show what :id says of it, and ends an agreement. Returns one row, or none
-- if it was remembered already.
with had as (
  select r as relation, r.*
  from term_relations r
  where
    r.is_agreed and r.kind = :kind
    and (
      (r.term_id, r.other_id) = (:id, :other_id)
      or r.kind = 'differs_from' and (r.term_id, r.other_id) = (:other_id, :id)
    )
),
ended as (
  update term_relations r
  set
    term_id = t.id, other_id = :other_id, is_agreed = false, trust = trust(t.status), vote_count = t.vote_count,
    name_key = t.name_key
  from had h
  join terms t on t.id = :id
  where (r.term_id, r.kind, r.other_id) = (h.term_id, h.kind, h.other_id)
),
refused as (
  insert into refused_relations (term_id, kind, other_id) values (:id, :kind, :other_id) on conflict do nothing
  returning term_id
)
select
  (
    select record_relations(
      array[jsonb_populate_record(h.relation, jsonb_build_object('term_id', :id::uuid, 'other_id', :other_id::uuid))],
      'unrelated', :actor_id, in_own => false
    )
    from had h
  ) as nothing
from refused
