-- Reads what an import has done about relations: 'related' or 'unrelated'. Returns one row for each relation, as a term
-- said it, and whether the other one had it, too.
with sides as (
  select
    h.seq, h.action, h.term_id, h.other_id, k.kind, k.kind = any (said_kinds()) as is_said,
    case when k.kind = any (said_kinds()) then k.kind else inverse_kind(k.kind) end as said_kind
  from term_history h
  cross join lateral jsonb_object_keys(h.changes) as k (kind)
  where h.import_id = :import_id::uuid and h.action in ('related', 'unrelated')
)
select
  s.action, (array_agg(s.term_id order by s.seq) filter (where s.is_said))[1] as id, s.said_kind as kind,
  (array_agg(s.other_id order by s.seq) filter (where s.is_said))[1] as other_id, count(*) > 1 as is_agreed
from sides s
group by s.action, s.said_kind, least(s.term_id, s.other_id), greatest(s.term_id, s.other_id)
order by min(s.seq)
