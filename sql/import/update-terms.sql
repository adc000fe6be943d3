-- Changes terms, with a history entry each. :terms is a JSON array of terms; "version" is the one that they are based
-- on. A term with another version does not change. Returns the number of terms changed.
with locked as (
  select t as term, i.patch
  from terms t
  join jsonb_array_elements(:terms::jsonb) as i (patch)
    on t.id = (i.patch ->> 'id')::uuid and t.version = (i.patch ->> 'version')::integer
  order by t.id
  for no key update of t
)
select count(*)::integer as stored
from revise_terms(
  array(select jsonb_populate_record(l.term, l.patch) from locked l), 'updated', :actor_id, import_id => :import_id
)
