-- Those of :fields that have changed since :version, with the value (JSON) that each had then.
-- Returns one row per field.
select distinct on (c.field) c.field, c.change -> 'from' as value
from term_history h
cross join lateral jsonb_each(h.changes) as c (field, change)
where h.term_id = :term_id and h.version > :version and h.action <> 'created'
  and c.field = any (:fields::text[])
order by c.field, h.seq
