-- Undoes what an import has translated, unless its terms are new or somebody has touched them since. The terms are
-- locked. Returns one row per translation: its term, whether it was undone, and whether the import has changed nothing
-- of the term but translations.
with entry as (
  select
    h.seq, h.term_id, coalesce(h.changes #>> '{language,to}', h.changes #>> '{language,from}') as language,
    h.changes #> '{translation,from}' as earlier
  from term_history h
  where h.import_id = :import_id::uuid and h.action in ('translated', 'translation_removed')
),
decided as (
  select
    e.*, t.name,
    not exists (
      select from term_history h
      where
        h.term_id = e.term_id
        and (
          (h.seq > e.seq and h.import_id is distinct from :import_id::uuid)
          or (h.action = 'created' and h.import_id = :import_id::uuid)
        )
    ) as is_untouched,
    not exists (
      select from term_history h
      where
        h.term_id = e.term_id and h.import_id = :import_id::uuid
        and h.action not in ('translated', 'translation_removed')
    ) as is_alone
  from entry e
  join terms t on t.id = e.term_id
)
select
  d.term_id, d.name, d.is_alone,
  case
    when not d.is_untouched then false
    when jsonb_typeof(d.earlier) = 'null' then remove_translation(d.term_id, d.language, :actor_id, :import_id)
    else translate_term(
      jsonb_populate_record(
        null::translations, d.earlier || jsonb_build_object('term_id', d.term_id, 'language', d.language)
      ),
      :actor_id, :import_id
    ) is not null
  end as is_undone
from decided d
order by d.seq
