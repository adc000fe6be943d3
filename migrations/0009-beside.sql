-- Links say where a definition comes from: [{"url", "label"}].
alter table terms
  add column links jsonb not null default '[]' check (jsonb_array_length(links) <= 5);

alter table dismissed_suggestions add column links jsonb not null default '[]';
