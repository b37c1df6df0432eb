-- Whether a code can still be tried: not used, and not expired.
create or replace function is_live(code codes) returns boolean language sql stable as $$
  select code.consumed_at is null and code.expires_at > now()
$$;
