-- Relations as files have them (sql/functions/relations.sql): what they call other terms.

-- How a text of a file can be read: as a name, or as 'name (rest)'.
create or replace function readings_of(value text) returns table (name text, rest text)
language sql immutable as $$
  select fold(value), ''
  union all
  select fold(left(value, p - 1)), fold(substr(value, p + 2, char_length(value) - p - 2))
  from generate_series(2, char_length(value)) as p
  where right(value, 1) = ')' and substr(value, p, 2) = ' ('
$$;

-- The plans of these functions are kept, because making them takes longer than what they do for a batch. A plan that
-- was made while a table was small follows its indexes, too.

-- The terms that texts of a file mean: a name, or 'name (category)', 'name (full name)', 'name (full name, category)'.
-- If one of several has nothing that the text leaves out, it is the one. Texts that mean none are left out.
create or replace function meant_by(texts text[]) returns table (text text, ids uuid[])
language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off as $$
#variable_conflict use_column
begin
  return query
  select m.text, coalesce(array_agg(m.id) filter (where m.is_whole), array_agg(m.id))
  from (
    select x.text, t.id, n.rest = concat_ws(', ', nullif(t.full_name_key, ''), nullif(t.category_key, '')) as is_whole
    from unnest(texts) as x (text)
    cross join lateral readings_of(x.text) as n
    join terms t on t.name_key = n.name
    where n.rest in ('', t.category_key, t.full_name_key, t.full_name_key || ', ' || t.category_key)
  ) as m
  group by m.text;
end
$$;

-- What a file calls terms: the shortest text that means no other one. Most names are the only one of their kind.
create or replace function called(ids uuid[]) returns table (id uuid, called text)
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
begin
  return query
  with named as (
    select
      t.id, t.name, t.full_name, t.category,
      right(t.name, 1) = ')' or exists (select from terms o where o.name_key = t.name_key and o.id <> t.id) as is_shared
    from terms t
    where t.id = any (ids)
  ),
  forms as (
    select n.id, f.form, f.place
    from named n
    cross join lateral unnest(array[
      n.name, n.name || ' (' || n.category || ')', n.name || ' (' || n.full_name || ')',
      n.name || ' (' || n.full_name || ', ' || n.category || ')'
    ]) with ordinality as f (form, place)
    where n.is_shared and f.form is not null
  ),
  clear as (
    select distinct on (f.id) f.id, f.form
    from forms f
    join meant_by(array(select distinct form from forms)) as m on m.text = f.form
    where m.ids = array[f.id]
    order by f.id, f.place
  )
  select n.id, coalesce(c.form, n.name) from named n left join clear c on c.id = n.id;
end
$$;

-- The relations of terms for an export, a row for each term that has any: what files call the terms that it says it is
-- related to, by the kind. With is_linked, these and the others that say something of it are "related": whether one of
-- two that differ is a part of the other is said of the first 1,000 terms that each is a part of.
create or replace function exported_relations(ids uuid[], is_linked boolean) returns table (id uuid, relations json)
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
begin
  return query
  with related as materialized (
    select i.id, r.kind, r.other_id
    from unnest(ids) as i (id)
    cross join lateral own_relations(i.id) as r
    union all
    select i.id, r.kind, r.other_id
    from unnest(ids) as i (id)
    cross join lateral inverse_relations(i.id) as r
    where is_linked
  ),
  parts as (
    select distinct r.id, r.other_id
    from related r
    cross join lateral (values (r.id, r.other_id), (r.other_id, r.id)) as p (part, whole)
    where
      is_linked and r.kind = 'differs_from'
      and exists (
        select from (select a.id from terms_above(array[p.part], 'broader') as a (id) limit 1000) as a
        where a.id = p.whole
      )
  ),
  others as materialized (
    select
      o.id, o.name, c.called, o.status, o.category, o.definition <> '' as is_defined, o.name_key, o.full_name_key,
      o.category_key
    from terms o
    join called(array(select distinct other_id from related)) as c on c.id = o.id
    where o.id = any (array(select distinct other_id from related))
  ),
  -- Whatever aggregates these keeps their order, and need not sort the few of each term.
  sorted as (
    select
      r.id, r.kind, r.other_id, o.name, o.called, o.status, o.category, o.is_defined, p.id is not null as is_part
    from related r
    join others o on o.id = r.other_id
    left join parts p on r.kind = 'differs_from' and p.id = r.id and p.other_id = r.other_id
    order by r.id, o.name_key, o.full_name_key, o.category_key
  ),
  listed as (
    select
      s.id,
      coalesce(json_agg(s.called) filter (where s.kind = 'broader'), '[]') as broader,
      coalesce(json_agg(s.called) filter (where s.kind = 'differs_from'), '[]') as differs_from,
      coalesce(json_agg(s.called) filter (where s.kind = 'replaced_by'), '[]') as replaced_by,
      json_agg(json_build_object(
        'kind', s.kind, 'id', s.other_id, 'name', s.name, 'status', s.status, 'category', s.category,
        'is_defined', s.is_defined, 'is_part', s.is_part
      )) filter (where is_linked) as related
    from sorted s
    group by s.id
  )
  select
    l.id,
    case
      when is_linked then json_build_object(
        'broader', l.broader, 'differs_from', l.differs_from, 'replaced_by', l.replaced_by, 'related', l.related
      )
      else json_build_object('broader', l.broader, 'differs_from', l.differs_from, 'replaced_by', l.replaced_by)
    end
  from listed l;
end
$$;
