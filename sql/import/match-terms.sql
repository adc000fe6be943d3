-- Finds the terms that rows of an import stand for. :rows is a JSON array with an object for each row: the fields that
-- the row has, and all aliases in it as "names". The ID counts only if it is there. :proposer is the person whose open
-- proposals are found, or null.
-- Returns one row per row, in order: the term with its ID; name, full name and category after the import as they are
-- compared, and the term that has them; the term that fits the fields of the row, which is the only one with its name,
-- full name and category, or else the only one whose definition or full name is in the row as well; up to five of
-- several that fit equally; the key by which the meanings of the name are counted, whether the term with the ID has it
-- already, and their number; whether the ID is that of a merged term; whether "names" has a name twice.
with input as (
  select
    r.position, r.fields, r.fields ->> 'name' as name,
    array(select fold(n.name) from jsonb_array_elements_text(r.fields -> 'names') as n (name)) as names
  from jsonb_array_elements(:rows::jsonb) with ordinality as r (fields, position)
)
select
  i.position::integer as position,
  case when by_id.id is not null then imported_term(by_id, :proposer) end as by_id,
  by_meaning.id as by_meaning, fitting.term as fitting,
  coalesce(fitting.several, '[]') as several,
  k.name_key, k.full_name_key, k.category_key, k.loose_key,
  coalesce(loose(by_id.name) = k.loose_key, true) as keeps_name,
  coalesce(m.meanings, 0) as meanings,
  exists (select from merged_terms g where g.id = (i.fields ->> 'id')::uuid) as is_merged,
  cardinality(i.names) > (select count(distinct n.name) from unnest(i.names) as n (name)) as repeats_name
from input i
left join terms by_id on by_id.id = (i.fields ->> 'id')::uuid
cross join lateral (
  select
    fold(i.name) as name_key,
    loose(i.name) as loose_key,
    coalesce(fold(
      case when i.fields ? 'full_name' then i.fields ->> 'full_name' else by_id.full_name end
    ), '') as full_name_key,
    coalesce(fold(
      case when i.fields ? 'category' then i.fields ->> 'category' else by_id.category end
    ), '') as category_key
) as k
left join lateral (
  select t.id
  from terms t
  where
    t.name_key = k.name_key and t.full_name_key = k.full_name_key and t.category_key = k.category_key
) as by_meaning on true
left join lateral (
  select
    case when count(*) = 1 then jsonb_agg(f.term) -> 0 end as term,
    case when count(*) > 1 then jsonb_path_query_array(jsonb_agg(f.label order by f.label), '$[0 to 4]') end
      as several
  from (
    select
      imported_term(c.term, :proposer) as term,
      rank() over (order by c.likeness desc) as place,
      concat_ws(', ', coalesce(c.full_name, left(c.definition, 80)), c.category) as label
    from (
      select
        t as term, t.full_name, t.definition, t.category,
        coalesce((t.definition = i.fields ->> 'definition')::integer, 0)
        + (t.full_name_key = any (i.names))::integer as likeness
      from terms t
      where
        t.name_key = k.name_key
        and (t.full_name_key = k.full_name_key or not i.fields ? 'full_name')
        and (t.category_key = k.category_key or not i.fields ? 'category')
    ) as c
  ) as f
  where f.place = 1
) as fitting on true
left join name_meanings m on m.loose_key = k.loose_key
order by i.position
