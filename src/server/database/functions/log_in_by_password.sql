-- Opens the session of a user whose password was verified against a hash, by `open_login_session`. Returns its id;
-- null if the password has changed since. The lock on the user's row excludes a concurrent change of the password,
-- which ends all sessions. The try is refunded to limits, and others are reset.
-- Without sequential scans: see count_stages.
create or replace function log_in_by_password(owner uuid, verified_hash text, address text, notice jsonb,
  notice_key text, notice_lifetime_s float8, reset text[], refunded text[], refunded_intervals float8[],
  browser_name text, browser_network text, browser_device text,
  cookie_sessions uuid[], cookie_generations integer[], lifetime_s float8)
returns uuid language plpgsql set enable_seqscan = off as $$
declare
  opened uuid;
begin
  perform from users where id = owner and password_hash = verified_hash for share;
  if not found then return null; end if;
  opened := open_login_session(owner, 'password', 'login.password', address, notice, notice_key, notice_lifetime_s,
    browser_name, browser_network, browser_device, cookie_sessions, cookie_generations, lifetime_s);
  -- In the order in which a request locks them that counts a try.
  perform from limits where key = any(reset || refunded) order by key for update;
  delete from limits where key = any(reset);
  perform refund_limits(refunded, refunded_intervals);
  return opened;
end
$$;
