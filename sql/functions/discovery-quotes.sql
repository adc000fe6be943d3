-- Hides what a suggestion quotes from messages, once somebody has decided about it. It is deleted a day later.
create or replace function forget_quotes() returns trigger
language plpgsql as $$
begin
  update discovery_sightings s
  set quote_hidden_at = now()
  from discovery_suggestions d
  where d.term_id = old.id and s.acronym = d.acronym and s.quote is not null and s.quote_hidden_at is null;
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
  update discovery_sightings set quote_hidden_at = now()
  where acronym = old.acronym and quote is not null and quote_hidden_at is null;
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

-- Shows again what is quoted by a suggestion that waits once more, because the decision was undone.
create or replace function show_quotes() returns trigger
language plpgsql as $$
begin
  update discovery_sightings s
  set quote_hidden_at = null
  from discovery_suggestions d
  where d.term_id = new.id and s.acronym = d.acronym and s.quote_hidden_at is not null;
  return null;
end
$$;

create or replace trigger terms_show_quotes
  after update of status on terms
  for each row when (new.status = 'suggested' and old.status <> 'suggested')
  execute function show_quotes();

create or replace trigger added_terms_show_quotes
  after insert on terms
  for each row when (new.status = 'suggested')
  execute function show_quotes();

create or replace function show_quotes_of_restored() returns trigger
language plpgsql as $$
begin
  update discovery_sightings set quote_hidden_at = null where acronym = new.acronym and quote_hidden_at is not null;
  return null;
end
$$;

create or replace trigger discovery_suggestions_show_quotes
  after insert on discovery_suggestions
  for each row execute function show_quotes_of_restored();
