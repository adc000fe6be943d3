-- Adds terms, with a history entry each. :terms is a JSON array of terms. A term whose ID or meaning exists is not
-- added. Returns the number of terms added.
select count(*)::integer as stored
from add_terms(
  (
    select jsonb_agg((t.draft - 'version') || '{"source": "import"}' order by t.position)
    from jsonb_array_elements(:terms::jsonb) with ordinality as t (draft, position)
  ),
  :actor_id, import_id => :import_id
)
