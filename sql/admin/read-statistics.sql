-- Counts votes, terms by status, stale terms, users by role, and active users. Returns one row.
select
  (select count(*)::integer from votes) as votes,
  (
    select jsonb_object_agg(status, total)
    from (select status, count(*)::integer as total from terms group by status) as t
  ) as terms,
  (select count(*)::integer from terms where is_stale) as stale,
  (
    select jsonb_object_agg(role, total)
    from (select role, count(*)::integer as total from users group by role) as u
  ) as users,
  (select count(*)::integer from users where is_active) as active
