-- Ends in the history of the terms :ids, which are back, the relations that they had and that did not come back with
-- them, because the other term is gone or they have become impossible. Returns nothing.
insert into term_history (term_id, version, action, changes, actor_id, import_id, other_id)
select
  t.id, t.version, 'unrelated', jsonb_build_object(l.kind, jsonb_build_object('from', l.called, 'to', null)),
  :actor_id::uuid, :import_id::uuid, l.other_id
from (
  select distinct on (h.term_id, k.kind, h.other_id)
    h.term_id, k.kind, h.other_id, h.action, k.value -> 'to' as called
  from term_history h
  cross join jsonb_each(h.changes) as k (kind, value)
  where h.term_id = any (:ids::uuid[]) and h.action in ('related', 'unrelated')
  order by h.term_id, k.kind, h.other_id, h.seq desc
) as l
join terms t on t.id = l.term_id
where
  l.action = 'related'
  and not exists (
    select from own_relations(t.id) as r where r.kind = l.kind and r.other_id = l.other_id
    union all
    select from term_relations r
    where r.term_id = l.other_id and r.other_id = t.id and r.is_agreed and inverse_kind(r.kind) = l.kind
  )
