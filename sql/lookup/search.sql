-- A page of the terms that match a search, by relevance: first the terms in :found, which a lookup has found, in their
-- order; then names that start with :q (the shortest first), and words. If :is_partial is true, no name is the whole of
-- :q: the names, aliases and full names that start with it come before :found. :words match in any inflected form, but
-- :acronyms must occur as they are; :name_words match as typed and only in names, aliases and full names, where the
-- last one may be unfinished. :best_name_words are those of them that raise the rank of a name. Terms whose translation
-- into one of :languages has all :words as they are come last; without languages, none is read. The counts ignore
-- :status. :q, :words, :name_words and :best_name_words match nothing if they are null. Returns one row: the number of
-- matches in each status, and the terms as an array.
with inflected_acronyms as materialized (
  -- The acronyms that the stemmer changes: 'aps' becomes 'ap'.
  select word from unnest((select :acronyms::text[])) as word
  where to_tsvector('english', word) <> to_tsvector('simple', word)
),
-- What the loose keys of names that begin with :q begin with: without an 'and' that is complete or not.
prefix as materialized (
  select loose(regexp_replace(:q, '(?<=[\s\u2010-\u2014-])(a|an|and)$', '', 'i')) as loose_key
),
-- The terms that are called by something that begins with :q, the shortest first.
begun as materialized (
  select array(
    select term_id
    from term_names
    where
      (select :is_partial::boolean) and char_length((select :q)) > 1
      and loose_key >= (select loose_key from prefix) and loose_key < (select loose_key || chr(1114111) from prefix)
      and starts_with(key, (select fold(:q))) and kind in ('name', 'alias', 'full_name')
    group by term_id
    order by min(char_length(key)), min(key), term_id
    limit 20
  ) as ids
),
translated as materialized (
  select array(
    select term_id
    from translations
    where
      cardinality((select :languages::text[])) > 0 and language = any ((select :languages)::text[])
      and search @@ (select to_tsquery('simple', :words))
  ) as ids
),
matches as materialized (
  select
    id, status, vote_count, name_key, full_name_key, category_key,
    case
      when id = any ((select ids from begun)::uuid[]) then 4000 - array_position((select ids from begun), id)
      when id = any (:found::uuid[]) then 2000 - array_position(:found::uuid[], id)
      when starts_with(name_key, (select fold(:q))) then 2 + 1.0 / char_length(name_key)
      -- Words rank below 2: normalization 32 keeps each rank below 1.
      else
        ts_rank(search, (select coalesce(to_tsquery('english', :words), '')), 32)
        + ts_rank(name_search, (select coalesce(to_tsquery('simple', :best_name_words), '')), 32)
    end::real as relevance,
    trust(status) as status_rank
  from terms
  where
    -- Subselects hide values from the planner: it assumes averages, and keeps one plan for all searches, which is good.
    -- Planning takes twice as long as searching.
    (
      id = any ((select :found::uuid[] || b.ids || x.ids from begun b, translated x)::uuid[])
      or (name_key >= (select fold(:q)) and name_key < (select fold(:q) || chr(1114111)))
      or (
        search @@ (select to_tsquery('english', :words))
        and not exists (
          select from inflected_acronyms a
          where a.word <> all (string_to_array(close_text || ' ' || words(definition), ' '))
        )
      )
      or name_search @@ (select to_tsquery('simple', :name_words))
    )
    and ((select :category::text) is null or category_key = (select fold(:category)))
    and ((select :stale::boolean) is null or is_stale = (select :stale))
    and ((select :owner_id::uuid) is null or owner_id = (select :owner_id))
    and ((select :is_ownerless::boolean) is null or owner_id is null)
),
counts as (
  select coalesce(jsonb_object_agg(status, total), '{}') as counts
  from (select status, count(*)::integer as total from matches group by status) as c
),
page as (
  select id
  from matches
  where (select :status::text) is null or status = (select :status)
  order by relevance desc, status_rank, vote_count desc, name_key, full_name_key, category_key
  limit (select :limit::integer) offset (select :offset::integer)
)
select
  c.counts,
  array_to_json(array(
    select s.term
    from unnest(array(select id from page)) with ordinality as p (id, position)
    join shown_terms s on s.id = p.id
    order by p.position
  )) as items
from counts c
