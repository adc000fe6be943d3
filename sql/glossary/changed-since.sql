-- Those of :fields that had another value at :version, with that value (JSON). If the term was deleted and came back
-- since, its text of then ends with that: the fields are all there, and null where they were empty.
-- Returns one row per field.
with life as (
  -- The entries with which the term began before the version, and with which it came back after it. What brings a
  -- suggestion back as it was says only its status.
  select
    max(seq) filter (where version <= :version) as first_seq, min(seq) filter (where version > :version) as next_seq
  from term_history
  where term_id = :term_id and action = 'created' and changes ? 'name'
),
known as (
  -- What the first change after the version changed, or the last one before it.
  select distinct on (c.field)
    c.field, case when h.version > :version then c.change -> 'from' else c.change -> 'to' end as value
  from life l
  join term_history h
    on h.term_id = :term_id and h.seq < coalesce(l.next_seq, 9223372036854775807)
    and (h.version > :version or l.next_seq is not null and h.seq >= coalesce(l.first_seq, 0))
  cross join lateral jsonb_each(h.changes) as c (field, change)
  where c.field = any (:fields::text[])
  order by c.field, h.version > :version desc, case when h.version > :version then h.seq else -h.seq end
)
select f.field, k.value
from unnest(:fields::text[]) as f (field)
cross join life l
left join known k on k.field = f.field
where k.field is not null or l.next_seq is not null
