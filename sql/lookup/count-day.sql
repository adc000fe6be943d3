-- Adds lookups to the numbers of the current day (UTC). Returns nothing.
insert into lookup_days as d (day, answered, unanswered)
values ((now() at time zone 'UTC')::date, :answered, :unanswered)
on conflict (day) do update
set answered = d.answered + excluded.answered, unanswered = d.unanswered + excluded.unanswered
