-- Dismissed suggestions keep the content of a term, and what else it has again once it is restored, as one value. Their
-- columns are filled from it: one makes a key, and processes of the version before read the others.
create or replace function spread_content() returns trigger
language plpgsql as $$
begin
  return jsonb_populate_record(new, new.content);
end
$$;

create or replace trigger dismissed_suggestions_spread
  before insert or update of content on dismissed_suggestions
  for each row execute function spread_content();
