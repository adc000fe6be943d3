-- Only an active user becomes the owner of a term, whatever statement makes them so: a deactivation that is under way
-- is waited for. Statements that change terms lock them before users, and those that change users wait for no term.
create or replace function require_active_owner() returns trigger
language plpgsql as $$
begin
  if not exists (select from lock_active_user(new.owner_id)) then
    raise exception 'the owner of a term must be active'
      using errcode = 'check_violation', constraint = 'terms_active_owner';
  end if;
  return new;
end
$$;

create or replace trigger terms_active_owner_of_new
  before insert on terms
  for each row when (new.owner_id is not null)
  execute function require_active_owner();

create or replace trigger terms_active_owner
  after update of owner_id on terms
  for each row when (new.owner_id is not null and new.owner_id is distinct from old.owner_id)
  execute function require_active_owner();
