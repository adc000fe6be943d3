-- Compares texts of an import with definitions. :rows is a JSON array of objects with "name" and "text". Returns
-- whether the glossary has the texts as definitions, rather than full names, of at least half of the names that it
-- knows.
select coalesce(count(*) filter (where known.is_definition) * 2 >= nullif(count(*), 0), false) as are_definitions
from jsonb_to_recordset(:rows::jsonb) as r (name text, text text)
cross join lateral (
  select bool_or(t.definition = r.text and t.full_name_key <> fold(t.definition)) as is_definition
  from terms t
  where t.name_key = fold(r.name)
) as known
where known.is_definition is not null
