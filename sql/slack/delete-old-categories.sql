-- Deletes the counts of channels that were not used for 90 days, and all but the 20 highest counts of each channel.
-- Returns nothing.
delete from slack_channel_categories c
using (
  select
    channel_id, category_key,
    row_number() over (
      partition by channel_id order by uses desc, last_used_on desc, category_key
    ) as place
  from slack_channel_categories
) as ranked
where
  c.channel_id = ranked.channel_id and c.category_key = ranked.category_key
  and (ranked.place > 20 or c.last_used_on < current_date - 90)
