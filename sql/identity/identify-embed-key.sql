-- Finds an embed key. is_due: the time of the last use is more than a minute old. Returns one row, or none.
select
  id, origins,
  coalesce(last_used_at < now() - interval '1 minute', true) as is_due
from embed_keys
where key_hash = :key_hash
