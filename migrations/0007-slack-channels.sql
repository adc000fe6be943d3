-- How often terms of a category were looked up or shared in a Slack channel, so that the meanings of a name can be
-- ordered by what a channel usually talks about. Nothing says who asked. Direct messages are not counted. A count ends
-- at 100, so that a new subject can overtake an old one; rows that are not used are deleted.
create table slack_channel_categories (
  channel_id text not null check (char_length(channel_id) between 1 and 150),
  category_key text collate "C" not null check (category_key <> ''),
  uses integer not null check (uses between 1 and 100),
  last_used_on date not null default current_date,
  primary key (channel_id, category_key)
);
