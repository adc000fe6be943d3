-- Each change of anything that an export shows adds a row with a random number. The sum of all numbers, as a snapshot
-- sees it, stands for the content of the glossary in that snapshot. Writers only add rows, so that they never wait for
-- each other. As the numbers are random, a database that has been restored from a backup does not repeat a sum.
-- The clean-up replaces many rows by one with their sum.
create table glossary_changes (
  number numeric not null default floor(random() * 1e15) check (number >= 0)
);

create function record_glossary_change() returns trigger
language plpgsql as $$
begin
  insert into glossary_changes default values;
  return null;
end
$$;

create trigger terms_record_change
  after insert or update or delete or truncate on terms
  for each statement execute function record_glossary_change();

-- Exports name the owners of terms.
create trigger users_record_change
  after update of email, display_name on users
  for each row when (old.public_name is distinct from new.public_name)
  execute function record_glossary_change();

-- With all terms, as an export by category reads them in this order. Lists of categories use it, too.
drop index terms_category_idx;
create index terms_category_idx on terms (category_key, name_key, full_name_key) include (id);

-- A token for feeds can do nothing else.
alter table api_tokens
  drop constraint api_tokens_scopes_check,
  add constraint api_tokens_scopes_check check (
    cardinality(scopes) between 1 and 2
    and (scopes <@ array['read', 'write'] or scopes = array['feed'])
  );
