-- Counts a request against the limits of these keys (generic cell rate algorithm) and returns the places of the
-- limits that refuse it, with the seconds until they do not; none if it is accepted. A request costs an interval
-- in seconds, and is accepted while the arrival time is at most the tolerance ahead. Limits after the first one
-- that refuses are not counted, and those of later stages are not touched: a request that waits for a busy
-- network, or is refused by it, locks no account. `stages` has the stage of each key, in ascending order.
-- Its plans are cached per connection, behind a pooler as well. One that was made while the table was small
-- would read all of it, however much it has grown since: without sequential scans it uses the index.
create or replace function count_stages(keys text[], intervals float8[], tolerances float8[],
  stages integer[])
returns table (place integer, wait_s float8) language plpgsql set enable_seqscan = off as $$
declare
  -- Tolerated clock difference within a cluster, in seconds. A tat further ahead than the rate allows
  -- means that the clock was set back; the count is then reset.
  slack constant float8 := 5;
  earliest integer := 1;
  latest integer;
  counted integer;
  taken text[];
begin
  while earliest <= cardinality(keys) loop
    latest := earliest;
    while stages[latest + 1] = stages[earliest] loop latest := latest + 1; end loop;
    counted := latest;
    -- Read without a lock, because a flood of refused requests would wait for each other's.
    for index in earliest .. latest loop
      select extract(epoch from tat - clock_timestamp()) - tolerances[index] into wait_s
        from limits where key = keys[index];
      if wait_s > 0 and wait_s <= slack + intervals[index] then
        counted := least(counted, index - 1);
        place := index;
        return next;
      end if;
    end loop;
    if counted >= earliest then
      -- Rows are locked in the order of their keys, which avoids deadlocks. clock_timestamp() is the time
      -- after the wait for a row lock.
      with written as (
        insert into limits as own (key, tat)
          select asked.key, clock_timestamp() + make_interval(secs => asked.seconds)
          from unnest(keys[earliest:counted], intervals[earliest:counted]) as asked (key, seconds)
          order by asked.key
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
      if cardinality(taken) <= counted - earliest then
        -- Requests that were counted since the first reading have used up a limit.
        for index in reverse counted .. earliest loop
          if keys[index] = any(taken) then continue; end if;
          counted := index;
          place := index;
          select extract(epoch from tat - clock_timestamp()) - tolerances[index] into wait_s
            from limits where key = keys[index];
          return next;
        end loop;
        update limits set tat = tat - make_interval(secs => intervals[array_position(keys, key)])
          where key = any(taken) and array_position(keys, key) > counted;
        return;
      end if;
    end if;
    if counted < latest then return; end if;
    earliest := latest + 1;
  end loop;
end
$$;
