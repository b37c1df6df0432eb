-- Consumes a login code that was tried and is right, and opens a session by `open_login_session`. Returns the account
-- and the session; nothing if there is no account, or if the code was consumed, replaced or deleted since. The
-- lock on the user's row excludes a concurrent change of the password, which ends all sessions and codes: the
-- code is consumed after it, or gone. The try is refunded: the tries that are left would tell others that a code
-- was used.
-- Without sequential scans: see count_stages.
create or replace function log_in_by_code(address text, devices text[], tried bytea, notice jsonb,
  notice_key text, notice_lifetime_s float8, refunded text[], refunded_intervals float8[],
  browser_name text, browser_network text, browser_device text,
  cookie_sessions uuid[], cookie_generations integer[], lifetime_s float8)
returns table (user_id uuid, user_status text, user_password_hash text, is_ats_enabled boolean,
  installation_generation integer, session_id uuid)
language plpgsql set enable_seqscan = off as $$
begin
  select users.id, users.status, users.password_hash, companies.ats_enabled,
      (select generation from installation where id)
    into user_id, user_status, user_password_hash, is_ats_enabled, installation_generation
    from users join companies on companies.id = users.company_id
    where users.email = address for share of users;
  if not found then return; end if;
  -- Before the code, as a request does that counts a try.
  perform from limits where key = any(refunded) order by key for update;
  update codes set consumed_at = now()
    where email = address and purpose = 'login' and device = any(devices) and is_code(hash, tried)
      and is_live(codes);
  if not found then return; end if;
  session_id := open_login_session(user_id, 'code', 'login.code', address, notice, notice_key, notice_lifetime_s,
    browser_name, browser_network, browser_device, cookie_sessions, cookie_generations, lifetime_s);
  perform refund_limits(refunded, refunded_intervals);
  return next;
end
$$;
