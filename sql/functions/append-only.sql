-- The audit log and the history are never changed.
create or replace function refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

create or replace trigger audit_events_append_only
  before update or delete or truncate on audit_events
  for each statement execute function refuse_change();

create or replace trigger term_history_append_only
  before update or delete or truncate on term_history
  for each statement execute function refuse_change();
