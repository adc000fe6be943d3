-- Stores what terms say in other languages, or removes it where the definition is null. :translations is a JSON array
-- of objects with "id", "language", "name", "full_name", "definition" and "is_outdated". The terms are locked. A text
-- that is stored already keeps its version; another one translates the current version, or none that is known if it is
-- said to be out of date. Returns the number of those whose term exists.
select count(s.outcome)::integer as stored
from (
  select
    case
      when r.definition is null then remove_translation(t.id, r.language, :actor_id, :import_id)::text
      else translate_term(
        jsonb_populate_record(null::translations, jsonb_build_object(
          'term_id', t.id, 'language', r.language, 'name', r.name, 'full_name', r.full_name,
          'definition', r.definition,
          'version', case
            when (x.name, x.full_name, x.definition) is not distinct from (r.name, r.full_name, r.definition)
              then x.version
            when not r.is_outdated then t.version
          end
        )),
        :actor_id, :import_id
      )
    end as outcome
  from jsonb_to_recordset(:translations::jsonb) as r (
    id uuid, language text, name text, full_name text, definition text, is_outdated boolean
  )
  join terms t on t.id = r.id
  left join translations x on x.term_id = r.id and x.language = r.language
) as s
