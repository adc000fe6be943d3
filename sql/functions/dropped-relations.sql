-- Relations of terms that are deleted, and come back.

-- Keeps the relations of deleted terms for when these come back.
create or replace function drop_relations() returns trigger
language plpgsql as $$
begin
  with lost as (
    delete from term_relations r using removed g where g.id in (r.term_id, r.other_id) returning r.*
  ),
  kept as (
    insert into dropped_relations as d (term_id, kind, other_id, is_agreed)
    select l.term_id, l.kind, l.other_id, l.is_agreed from lost l
    on conflict (term_id, kind, other_id) do update set is_agreed = excluded.is_agreed
  )
  insert into term_history (term_id, version, action, changes, other_id)
  select
    t.id, t.version, 'unrelated', jsonb_build_object(s.kind, jsonb_build_object('from', g.name, 'to', null)), g.id
  from (
    select l.term_id, l.kind, l.other_id from lost l
    union all
    select l.other_id, inverse_kind(l.kind), l.term_id from lost l where l.is_agreed
  ) as s
  join terms t on t.id = s.term_id
  join removed g on g.id = s.other_id;
  delete from relation_totals n using removed g where n.term_id = g.id;
  return null;
end
$$;

create or replace trigger terms_unrelate
  after delete on terms referencing old table as removed
  for each statement execute function drop_relations();
