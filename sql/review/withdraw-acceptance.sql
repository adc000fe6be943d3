-- Makes a pending term a suggestion again, with the content that it had before, :content, with history entry and audit
-- event. Returns the term's ID.
select r.id
from revise_terms(
  array(
    select jsonb_populate_record(t, :content::jsonb || '{"status": "suggested"}') from terms t where t.id = :id
  ),
  'reverted', :actor_id
) as r
