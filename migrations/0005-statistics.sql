-- What has happened lately, without reading all that ever has. Rows come in the order of their time, so
-- that an index of ranges will do: a few kilobytes, and next to nothing to write.
create index term_history_created_idx on term_history using brin (created_at);
create index votes_created_idx on votes using brin (created_at);
