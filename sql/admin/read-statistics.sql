-- Counts votes, terms and users, in all and by status and role. Returns one row.
select
  (select count(*)::integer from votes) as votes,
  t.total as terms, t.suggested, t.pending, t.community, t.official, t.stale,
  u.total as users, u.active, u.viewer, u.editor, u.admin
from (
  select
    count(*)::integer as total,
    count(*) filter (where status = 'suggested')::integer as suggested,
    count(*) filter (where status = 'pending')::integer as pending,
    count(*) filter (where status = 'community')::integer as community,
    count(*) filter (where status = 'official')::integer as official,
    count(*) filter (where is_stale)::integer as stale
  from terms
) as t
cross join (
  select
    count(*)::integer as total,
    count(*) filter (where is_active)::integer as active,
    count(*) filter (where role = 'viewer')::integer as viewer,
    count(*) filter (where role = 'editor')::integer as editor,
    count(*) filter (where role = 'admin')::integer as admin
  from users
) as u
