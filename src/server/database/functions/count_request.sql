-- Counts a request against the limits of these keys (generic cell rate algorithm) and returns the places
-- of the limits that refuse it, with the seconds until they do not; none if it is accepted. A request
-- costs an interval in seconds, and is accepted while the arrival time is at most the tolerance ahead.
-- Limits after the first one that refuses are not counted.
-- Its plans are cached per connection, behind a pooler as well. One that was made while the table was small
-- would read all of it, however much it has grown since: without sequential scans it uses the index.
create or replace function count_request(keys text[], intervals float8[], tolerances float8[],
  stages integer[])
returns table (place integer, wait_s float8) language plpgsql set enable_seqscan = off as $$
declare
  -- Tolerated clock difference within a cluster, in seconds. A tat further ahead than the rate allows
  -- means that the clock was set back; the count is then reset.
  slack constant float8 := 5;
  counted integer := cardinality(keys);
  taken text[];
begin
  -- Read without a lock, because a flood of refused requests would wait for each other's.
  for index in 1 .. cardinality(keys) loop
    select extract(epoch from tat - clock_timestamp()) - tolerances[index] into wait_s
      from limits where key = keys[index];
    if wait_s > 0 and wait_s <= slack + intervals[index] then
      counted := least(counted, index - 1);
      place := index;
      return next;
    end if;
  end loop;
  if counted = 0 then return; end if;
  -- Rows are locked by stages, networks before accounts, because a request that waits for a busy network must
  -- lock no account; and in the order of their keys, which avoids deadlocks. clock_timestamp() is the time after
  -- the wait for a row lock.
  with written as (
    insert into limits as own (key, tat)
      select asked.key, clock_timestamp() + make_interval(secs => asked.seconds)
      from unnest(keys[:counted], intervals[:counted], stages[:counted]) as asked (key, seconds, stage)
      order by asked.stage, asked.key
      on conflict (key) do update set
        tat = make_interval(secs => intervals[array_position(keys, own.key)]) + case
          when own.tat <= clock_timestamp()
            + make_interval(secs => tolerances[array_position(keys, own.key)])
          then greatest(own.tat, clock_timestamp()) else clock_timestamp() end
      where own.tat <= clock_timestamp()
          + make_interval(secs => tolerances[array_position(keys, own.key)])
        or own.tat > clock_timestamp() + make_interval(secs => slack
          + tolerances[array_position(keys, own.key)] + intervals[array_position(keys, own.key)])
      returning key)
    select coalesce(array_agg(key), '{}') into taken from written;
  if cardinality(taken) = counted then return; end if;
  -- Requests that were counted since the first reading have used up a limit.
  for index in reverse counted .. 1 loop
    if keys[index] = any(taken) then continue; end if;
    counted := index;
    place := index;
    select extract(epoch from tat - clock_timestamp()) - tolerances[index] into wait_s
      from limits where key = keys[index];
    return next;
  end loop;
  update limits set tat = tat - make_interval(secs => intervals[array_position(keys, key)])
    where key = any(taken) and array_position(keys, key) > counted;
end
$$;
