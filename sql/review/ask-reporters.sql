-- Puts a question into the inboxes of those who reported a problem with a term that is not settled, except :actor_id.
-- Returns the number of them, or no row if there are none.
with asked as (
  insert into inbox_entries (user_id, kind, term_id, term_name, actor_id, detail)
  select distinct on (d.opened_by)
    d.opened_by, 'asked', t.id, t.name, :actor_id::uuid,
    jsonb_build_object('dispute_id', d.id, 'note', :question::text)
  from disputes d
  join terms t on t.id = d.term_id
  join users u on u.id = d.opened_by and u.is_active
  where d.term_id = :term_id and is_unsettled(d) and d.opened_by <> :actor_id
  order by d.opened_by, d.opened_at
  returning user_id
)
select count(*)::integer as people from asked having count(*) > 0
