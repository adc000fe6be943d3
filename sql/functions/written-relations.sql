-- Relations as files have them (sql/functions/relations.sql): what they call other terms, and what an import has related.

-- The terms that a text of a file means: a name, or 'name (category)', 'name (full name)', 'name (full name, category)'. If one
-- of several has nothing that the text leaves out, it is the one.
create or replace function terms_called(value text) returns uuid[]
language sql stable as $$
  with meant as (
    select t.id, h.rest = concat_ws(', ', nullif(t.full_name_key, ''), nullif(t.category_key, '')) as is_whole
    from (
      select fold(value) as name, '' as rest
      union all
      select fold(left(value, p - 1)), fold(substr(value, p + 2, char_length(value) - p - 2))
      from generate_series(2, char_length(value)) as p
      where right(value, 1) = ')' and substr(value, p, 2) = ' ('
    ) as h
    join terms t on t.name_key = h.name
    where h.rest in ('', t.category_key, t.full_name_key, t.full_name_key || ', ' || t.category_key)
  )
  select coalesce(array_agg(id), '{}') from meant where is_whole or not exists (select from meant where is_whole)
$$;

-- What a file calls a term: the shortest text that means no other one.
create or replace function called(t terms) returns text
language sql stable as $$
  select coalesce(
    (
      select f.form
      from unnest(array[
        t.name, t.name || ' (' || t.category || ')', t.name || ' (' || t.full_name || ')',
        t.name || ' (' || t.full_name || ', ' || t.category || ')'
      ]) with ordinality as f (form, place)
      where f.form is not null and terms_called(f.form) = array[t.id]
      order by f.place
      limit 1
    ),
    t.name
  )
$$;

create or replace function relations_to_export(id uuid) returns json
language sql stable
return (
  select json_agg(
    json_build_object(
      'kind', r.kind, 'id', o.id, 'name', o.name, 'called', called(o), 'status', o.status, 'category', o.category,
      'is_defined', o.definition <> '',
      'is_part', case r.kind when 'differs_from' then
        o.id in (select terms_above(relations_to_export.id, 'broader'))
        or relations_to_export.id in (select terms_above(o.id, 'broader'))
      else false end
    )
    order by o.name_key, o.full_name_key, o.category_key
  )
  from relations_of(relations_to_export.id) as r
  join terms o on o.id = r.other_id
);

-- The relations of a term for an export, with what a file calls the other terms; null if it never had any.
create or replace function exported_relations(t terms) returns json
language sql stable
return case when t.relation_changes > 0 then relations_to_export(t.id) end;

-- Takes back what an import has related or ended, the last first, as far as nobody has done so since. Returns the terms.
create or replace function undo_relations(import_id uuid, actor_id uuid) returns setof uuid
language plpgsql as $$
declare
  entry record;
  outcome text;
begin
  perform from terms t
  where t.id in (
    select unnest(array[h.term_id, h.other_id]) from term_history h
    where h.import_id = undo_relations.import_id and h.action in ('related', 'unrelated')
  )
  order by t.id
  for no key update;
  for entry in
    select h.term_id, h.other_id, h.action, k.kind
    from term_history h, jsonb_object_keys(h.changes) as k (kind)
    where
      h.import_id = undo_relations.import_id and h.action in ('related', 'unrelated')
      and k.kind in ('broader', 'differs_from', 'replaced_by')
    order by h.seq desc
  loop
    outcome := case entry.action
      when 'related' then unrelate_terms(entry.term_id, entry.kind, entry.other_id, undo_relations.actor_id, undo_relations.import_id)
      else relate_terms(entry.term_id, entry.kind, entry.other_id, undo_relations.actor_id, undo_relations.import_id)
    end;
    if outcome = 'done' then
      return next entry.term_id;
    end if;
  end loop;
end
$$;
