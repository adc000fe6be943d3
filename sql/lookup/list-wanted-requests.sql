-- Lists the names of which a user wants to be told when a term with them has been added, by name.
-- Returns one row: the names of the page as JSON, and the number of all.
select
  (
    select coalesce(jsonb_agg(name order by name_key), '[]')
    from (
      select * from wanted_requests where user_id = :user_id order by name_key limit :limit offset :offset
    ) as page
  ) as items,
  (select count(*)::integer from wanted_requests where user_id = :user_id) as total
