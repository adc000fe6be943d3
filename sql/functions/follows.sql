-- Lets nobody follow more than 1,000 terms and categories together, whatever adds the rows. A person's row is locked
-- until the transaction ends, so that the limit also holds for concurrent transactions. Rows of terms that do not exist
-- any more do not count: merging two terms adds a row for the one that remains.
create or replace function limit_follows() returns trigger
language plpgsql as $$
begin
  perform from users where id in (select user_id from added) order by id for no key update;
  if exists (
    select
    from (select distinct user_id from added) as a
    where
      (select count(*) from category_follows c where c.user_id = a.user_id)
      + (select count(*) from term_follows f join terms t on t.id = f.term_id where f.user_id = a.user_id)
      > 1000
  ) then
    raise exception 'a person can follow at most 1,000 terms and categories'
      using errcode = 'check_violation', constraint = 'follows_limit';
  end if;
  return null;
end
$$;

create or replace trigger term_follows_limit
  after insert on term_follows referencing new table as added
  for each statement execute function limit_follows();

create or replace trigger category_follows_limit
  after insert on category_follows referencing new table as added
  for each statement execute function limit_follows();
