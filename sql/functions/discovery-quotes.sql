-- Forgets what a suggestion quotes from messages, once somebody has decided about it.
create or replace function forget_quotes() returns trigger
language plpgsql as $$
begin
  update discovery_sightings s
  set quote = null, quoted_at = null
  from discovery_suggestions d
  where d.term_id = old.id and s.acronym = d.acronym and s.quote is not null;
  return null;
end
$$;

create or replace trigger terms_forget_quotes
  after update of status on terms
  for each row when (old.status = 'suggested' and new.status <> 'suggested')
  execute function forget_quotes();

-- Dismissing a suggestion removes what says that it is one.
create or replace function forget_quotes_of_dismissed() returns trigger
language plpgsql as $$
begin
  update discovery_sightings set quote = null, quoted_at = null where acronym = old.acronym and quote is not null;
  return null;
end
$$;

create or replace trigger discovery_suggestions_forget_quotes
  after delete on discovery_suggestions
  for each row execute function forget_quotes_of_dismissed();

create or replace trigger removed_terms_forget_quotes
  after delete on terms
  for each row when (old.status = 'suggested')
  execute function forget_quotes();
