-- Counts a request against the limits of one stage, for servers of the version before.
create or replace function count_request(keys text[], intervals float8[], tolerances float8[])
returns table (place integer, wait_s float8) language plpgsql as $$
begin
  return query select counted.place, counted.wait_s
    from count_stages(keys, intervals, tolerances, array_fill(0, array[cardinality(keys)])) as counted;
end
$$;
