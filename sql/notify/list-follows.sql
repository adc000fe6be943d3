-- Lists the terms that a user follows, by name, and the categories.
-- Returns one row: terms and categories, each {"items", "total"}. Terms are {"id", "name"}.
with followed_terms as (
  select t.id, t.name, t.name_key
  from term_follows f
  join terms t on t.id = f.term_id
  where f.user_id = :user_id
),
followed_categories as (
  select category, category_key from category_follows where user_id = :user_id
)
select
  jsonb_build_object(
    'items', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by name_key, id), '[]')
      from (select * from followed_terms order by name_key, id limit :limit offset :offset) as page
    ),
    'total', (select count(*) from followed_terms)
  ) as terms,
  jsonb_build_object(
    'items', (
      select coalesce(jsonb_agg(category order by category_key), '[]')
      from (select * from followed_categories order by category_key limit :limit offset :offset) as page
    ),
    'total', (select count(*) from followed_categories)
  ) as categories
