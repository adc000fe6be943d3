-- The audit log and the history are never changed, but by the functions that erase a person and that delete old events.
create or replace function refuse_change() returns trigger
language plpgsql as $$
declare
  callers text;
begin
  get diagnostics callers = pg_context;
  if (tg_op = 'UPDATE' and callers ~ '\merase_person_from_log\(uuid,(text\[\],)?text,bigint,integer\)')
    or (tg_op = 'DELETE' and callers ~ '\mdelete_old_audit_events\(integer,integer\)') then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

create or replace trigger audit_events_append_only
  before update or delete or truncate on audit_events
  for each statement execute function refuse_change();

create or replace trigger term_history_append_only
  before update or delete or truncate on term_history
  for each statement execute function refuse_change();

-- Deletes at most :most audit events that are older than :days. Returns their number.
create or replace function delete_old_audit_events(days integer, most integer) returns integer
language plpgsql as $$
declare
  deleted integer;
begin
  -- Events are in the order of their time, so those to delete come first in the index.
  delete from audit_events
  where seq in (
    select seq
    from (select seq, created_at from audit_events order by seq limit most) as oldest
    where created_at < now() - make_interval(days => delete_old_audit_events.days)
  );
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
