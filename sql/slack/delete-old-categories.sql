-- Deletes the counts of channels that were not used for 90 days, and all but the 20 highest counts of each channel; at most
-- :most. Returns one row with their number.
with ranked as (
  select
    channel_id, category_key, last_used_on,
    row_number() over (
      partition by channel_id order by uses desc, last_used_on desc, category_key
    ) as place
  from slack_channel_categories
),
deleted as (
  delete from slack_channel_categories
  where (channel_id, category_key) in (
    select channel_id, category_key
    from ranked
    where place > 20 or last_used_on < current_date - 90
    limit :most
  )
  returning 1
)
select count(*)::integer as deleted from deleted
