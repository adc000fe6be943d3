-- Counts :uses more uses of a category in a channel, up to 100. Returns nothing.
insert into slack_channel_categories as c (channel_id, category_key, uses)
values (:channel_id, fold(:category), :uses)
on conflict (channel_id, category_key) do update
set uses = least(c.uses + excluded.uses, 100), last_used_on = excluded.last_used_on
