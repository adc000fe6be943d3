-- Who is to be told about terms that the staleness job has flagged so far. The end of the job, or of the next one
-- after a crash, turns the rows into messages.
create table stale_notices (
  user_id uuid not null references users on delete cascade,
  -- true: about terms that the person owns; false: about terms without an active owner
  owned boolean not null,
  primary key (user_id, owned)
);
