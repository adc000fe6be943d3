-- Relates terms, or ends their relations, one after the other. :changes is [{id, kind, other_id, is_related}]. Returns what came of each
-- (sql/functions/relations.sql), in their order.
select
  case
    when c.is_related then relate_terms(c.id, c.kind, c.other_id, :actor_id::uuid, :import_id::uuid)
    else unrelate_terms(c.id, c.kind, c.other_id, :actor_id::uuid, :import_id::uuid)
  end as outcome
from rows from (
  jsonb_to_recordset(:changes::jsonb) as (id uuid, kind text, other_id uuid, is_related boolean)
) with ordinality as c (id, kind, other_id, is_related, place)
order by c.place
