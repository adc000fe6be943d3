-- Lists the inbox of a person, newest first, with the number of all entries. :only_unread leaves out what was read.
-- Returns one row per entry of the page, or a single row with a null id if the page is empty.
with matches as (
  select * from inbox_entries
  where user_id = :user_id and (not :only_unread::boolean or read_at is null)
)
select
  c.total,
  e.id, e.kind, person(a) as actor, e.detail, e.created_at, e.read_at,
  case when e.term_name is not null then jsonb_build_object('id', e.term_id, 'name', e.term_name) end as term
from (select count(*)::integer as total from matches) as c
left join (
  select * from matches order by created_at desc, id limit :limit offset :offset
) as e on true
left join users a on a.id = e.actor_id
order by e.created_at desc, e.id
