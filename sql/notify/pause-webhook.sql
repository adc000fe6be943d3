-- Sends nothing to a webhook for some seconds. Returns nothing.
update webhooks
set paused_until = greatest(paused_until, clock_timestamp() + make_interval(secs => :seconds::double precision))
where id = :id
