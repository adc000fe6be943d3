-- Tells exports that something they show has changed (table glossary_changes).
create or replace function record_glossary_change() returns trigger
language plpgsql as $$
begin
  insert into glossary_changes default values;
  return null;
end
$$;

create or replace trigger terms_record_change
  after insert or update or delete or truncate on terms
  for each statement execute function record_glossary_change();

-- Exports name the owners of terms.
create or replace trigger users_record_change
  after update of email, display_name on users
  for each row when (old.public_name is distinct from new.public_name)
  execute function record_glossary_change();
