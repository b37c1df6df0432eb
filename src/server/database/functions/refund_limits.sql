-- Refunds one counted request to each of the limits of these keys, whose requests cost an interval in seconds.
-- Rows are locked in the order of their keys, as `count_stages` does.
-- Without sequential scans: see count_stages.
create or replace function refund_limits(keys text[], intervals float8[])
returns void language plpgsql set enable_seqscan = off as $$
begin
  perform from limits where key = any(keys) order by key for update;
  update limits set tat = tat - make_interval(secs => intervals[array_position(keys, key)])
    where key = any(keys);
end
$$;
