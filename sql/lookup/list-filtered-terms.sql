-- A page of the terms that fit all filters that are not null, have changed :updated_since, and whose name begins with
-- :text or that have its :words, or is one of the :everyday words and marked in any case, in the order of :sort (name,
-- updated, votes or confirmed), backwards if :is_descending; by name among equals. Without :sort, names that begin with
-- :text come first. Also the number of terms in every status that fit all filters but :status. Returns one row, with
-- the terms as an array.
with matching as not materialized (
  select *
  from terms
  where
    (:name::text is null or name_key = fold(:name))
    and (:category::text is null or category_key = fold(:category))
    and (:stale::boolean is null or is_stale = :stale)
    and (:owner_id::uuid is null or owner_id = :owner_id)
    and (:is_ownerless::boolean is null or owner_id is null)
    and (:updated_since::timestamptz is null or updated_at >= :updated_since)
    and (:import_id::uuid is null or id in (select term_id from term_history where import_id = :import_id))
    and (:everyday::text[] is null or (name_key = any(:everyday) and name <> upper(name) and in_texts = 'auto'))
    and (
      :text::text is null or starts_with(name_key, fold(:text))
      or search @@ to_tsquery('english', :words) or name_search @@ to_tsquery('simple', :words)
    )
),
counts as (
  select coalesce(jsonb_object_agg(status, total), '{}') as counts
  from (select status, count(*)::integer as total from matching group by status) as c
),
page as (
  select id
  from matching
  where :status::text is null or status = :status
  order by
    case when :sort::text is null then not starts_with(name_key, fold(:text)) end,
    case when :is_descending::boolean and :sort = 'name' then name_key end desc,
    case when :is_descending and :sort = 'updated' then updated_at end desc,
    case when :is_descending and :sort = 'confirmed' then last_confirmed_at end desc,
    case when :is_descending and :sort = 'votes' then vote_count end desc,
    case when :sort = 'updated' then updated_at end,
    case when :sort = 'confirmed' then last_confirmed_at end,
    case when :sort = 'votes' then vote_count end,
    name_key, full_name_key, category_key
  limit :limit offset :offset
)
select
  c.counts,
  -- "unnest" lets the planner expect few terms, so that it looks each one up instead of reading all.
  array_to_json(array(
    select s.term
    from unnest(array(select id from page)) with ordinality as p (id, position)
    join shown_terms s on s.id = p.id
    order by p.position
  )) as items
from counts c
