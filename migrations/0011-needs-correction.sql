-- Terms that are known to be wrong: a report about them was upheld, and their text has not changed since. Reports that were upheld before
-- count only where the term still waits for votes. And what suggestions of discovery quote.
-- step: transaction
-- The version with which the name, the full name or the definition changed for the first time after the report.
alter table disputes add column if not exists corrected_version integer check (corrected_version > 0);
alter table terms add column if not exists needs_correction boolean not null default false;
-- A sentence with the acronym, until somebody has decided about it.
alter table discovery_sightings add column if not exists quote text check (char_length(quote) between 1 and 200);
alter table discovery_sightings add column if not exists quoted_at timestamptz;
-- step: batches
with corrected as (
  select d.id, t.version
  from disputes d
  join terms t on t.id = d.term_id
  where
    d.corrected_version is null and not t.needs_correction
    and (
      d.resolution <> 'upheld' or d.resolution = 'upheld' and t.status <> 'pending'
      or exists (
        select from term_history h
        where
          h.term_id = d.term_id and h.created_at > d.opened_at
          and h.changes ?| array['name', 'full_name', 'definition']
      )
    )
  limit 2000
)
update disputes d set corrected_version = c.version from corrected c where d.id = c.id;
-- step: batches
update terms set needs_correction = true
where id in (
  select t.id
  from terms t
  join disputes d on d.term_id = t.id and d.resolution = 'upheld' and d.corrected_version is null
  where not t.needs_correction
  limit 2000
);
-- step: concurrently
create index concurrently if not exists terms_reported_idx on terms (id) where open_disputes > 0 or needs_correction;
-- step: concurrently
drop index concurrently if exists terms_disputed_idx;
