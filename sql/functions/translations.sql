-- Translations of terms (contract, section 23). They are no part of a version: whether one is outdated is computed from
-- the versions of its term, and its name is shown as long as the term is called so.

-- What a field of a term was at a version. The history has no value of a field that was empty from the beginning, also
-- where the term was deleted and came back.
create or replace function field_at(t terms, version integer, field text) returns jsonb
language sql stable
return coalesce(
  (
    select coalesce(h.changes -> field_at.field -> 'to', 'null')
    from term_history h
    where
      h.term_id = t.id and h.version <= field_at.version
      and (h.changes ? field_at.field or h.action = 'created' and h.changes ? 'name')
    order by h.seq desc
    limit 1
  ),
  (
    select h.changes -> field_at.field -> 'from'
    from term_history h
    where h.term_id = t.id and h.version > field_at.version and h.changes ? field_at.field
    order by h.seq
    limit 1
  ),
  term_content(t) -> field_at.field
);

-- Whether full name or definition of a term are others now than at a version, which is null if it is not known.
create or replace function is_outdated(t terms, version integer) returns boolean
language sql stable
return case
  when version is null then true
  when version = t.version then false
  else
    field_at(t, version, 'definition') <> to_jsonb(t.definition)
    or field_at(t, version, 'full_name') <> coalesce(to_jsonb(t.full_name), 'null')
end;

-- A name of a translation, as long as it is a name of the term.
create or replace function translated_name(t terms, name text) returns text
language sql stable
return case when name is not null and fold(name) in (
  select t.name_key
  union all
  select fold(a.alias ->> 'name') from jsonb_array_elements(t.aliases) as a (alias) where a.alias ->> 'kind' = 'alias'
) then name end;

-- The translations of terms in languages, in the order of the languages. Most are of the current version, and their
-- names are aliases as they are written: for these, no rows of terms are passed on, which takes most of the time. The
-- plan is kept, because making it takes four times as long as reading one translation, and follows the indexes, however
-- small the tables were when it was made.
create or replace function translations_of(ids uuid[], languages text[]) returns table (
  term_id uuid, language text, name text, full_name text, definition text, version integer, is_outdated boolean,
  updated_by jsonb, updated_at timestamptz
)
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
begin
  return query
  select
    x.term_id, x.language,
    case
      when x.name is null then null
      when t.aliases @> jsonb_build_array(jsonb_build_object('name', x.name, 'kind', 'alias')) then x.name
      else (select translated_name(c, x.name) from terms c where c.id = x.term_id)
    end,
    x.full_name, x.definition, x.version,
    x.version is distinct from t.version
      and (select is_outdated(c, x.version) from terms c where c.id = x.term_id),
    person(u), x.updated_at
  from translations x
  join terms t on t.id = x.term_id
  left join users u on u.id = x.updated_by
  where x.term_id = any (translations_of.ids) and x.language = any (translations_of.languages)
  order by array_position(translations_of.languages, x.language);
end
$$;

-- What a translation says, as the history has it; null for none.
create or replace function translated_content(x translations) returns jsonb
language sql immutable parallel safe
return case when x.term_id is not null then jsonb_build_object(
  'name', x.name, 'full_name', x.full_name, 'definition', x.definition, 'version', x.version
) end;

-- Writes a change of a translation into the history of its term and, unless it is part of an import, into the audit
-- log. Either of both is null if there was none before, or is none after it.
create or replace function record_translation(
  earlier translations, later translations, actor_id uuid, import_id uuid
) returns void
language sql as $$
  with changed as (
    select
      t.id, t.name, t.version,
      case when later.term_id is null then 'translation_removed' else 'translated' end as action,
      jsonb_build_object(
        'language', jsonb_build_object('from', earlier.language, 'to', later.language),
        'translation', jsonb_build_object('from', translated_content(earlier), 'to', translated_content(later))
      ) as changes
    from terms t
    where t.id = coalesce(later.term_id, earlier.term_id)
  ),
  history as (
    insert into term_history (term_id, version, action, changes, actor_id, import_id)
    select c.id, c.version, c.action, c.changes, record_translation.actor_id, record_translation.import_id
    from changed c
  )
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    record_translation.actor_id, 'term.' || c.action, 'term', c.id,
    jsonb_build_object(
      'name', c.name, 'language', coalesce(later.language, earlier.language),
      'changes',
      field_change('name', earlier.name, later.name) || field_change('full_name', earlier.full_name, later.full_name)
        || field_change('definition', earlier.definition, later.definition)
        || field_change('version', earlier.version, later.version)
    )
  from changed c
  where record_translation.import_id is null
$$;

-- Writes a translation of a term, which is locked. Returns what came of it: created, updated or unchanged.
create or replace function translate_term(draft translations, actor_id uuid, import_id uuid default null) returns text
language plpgsql as $$
declare
  earlier translations;
begin
  select * into earlier
  from translations x
  where x.term_id = draft.term_id and x.language = draft.language;
  if translated_content(earlier) = translated_content(draft) then
    return 'unchanged';
  end if;
  insert into translations as x (term_id, language, name, full_name, definition, version, updated_by)
  values (
    draft.term_id, draft.language, draft.name, draft.full_name, draft.definition, draft.version,
    translate_term.actor_id
  )
  on conflict (term_id, language) do update
  set
    name = excluded.name, full_name = excluded.full_name, definition = excluded.definition,
    version = excluded.version, updated_by = excluded.updated_by, updated_at = now();
  perform record_translation(earlier, draft, translate_term.actor_id, translate_term.import_id);
  return case when earlier.term_id is null then 'created' else 'updated' end;
end
$$;

-- Removes a translation of a term, which is locked. Returns whether there was one.
create or replace function remove_translation(
  term_id uuid, language text, actor_id uuid, import_id uuid default null
) returns boolean
language plpgsql as $$
declare
  removed translations;
begin
  delete from translations x
  where x.term_id = remove_translation.term_id and x.language = remove_translation.language
  returning * into removed;
  if removed.term_id is null then
    return false;
  end if;
  perform record_translation(removed, null, remove_translation.actor_id, remove_translation.import_id);
  return true;
end
$$;

-- Exports have translations.
create or replace trigger translations_record_change
  after insert or update or delete or truncate on translations
  for each statement execute function record_glossary_change();

-- The term that remains of a merge keeps its translations, and takes those in the languages that it lacks.
create or replace function move_translations() returns trigger
language plpgsql as $$
declare
  moved translations;
begin
  for moved in
    delete from translations x where x.term_id = (new.changes #>> '{merged_term,to,id}')::uuid returning x.*
  loop
    moved.term_id := new.term_id;
    moved.version := null;
    insert into translations (term_id, language, name, full_name, definition, version, updated_by, updated_at)
    values (
      moved.term_id, moved.language, moved.name, moved.full_name, moved.definition, null, moved.updated_by,
      moved.updated_at
    )
    on conflict do nothing;
    if found then
      perform record_translation(null, moved, new.actor_id, new.import_id);
    end if;
  end loop;
  return null;
end
$$;

create or replace trigger term_history_move_translations
  after insert on term_history
  for each row when (new.action = 'merged') execute function move_translations();
