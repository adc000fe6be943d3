-- Locks an unhandled delivery that no other transaction has locked, until the end of the transaction: the one
-- with :id, or, if :id is null, the one that has been due for longest.
-- Returns one row, or none.
select id, kind, payload, attempts, created_at
from slack_deliveries
where
  handled_at is null
  and case when :id::text is null then next_attempt_at <= clock_timestamp() else id = :id end
order by next_attempt_at
limit 1
for update skip locked
