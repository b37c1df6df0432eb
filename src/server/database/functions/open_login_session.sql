-- Opens the session of a login by `open_session`, and mails its notice to the owner of the account, unless the notice
-- is null or was mailed before. In a transaction that has locked the user.
-- Without sequential scans: see count_stages.
create or replace function open_login_session(owner uuid, opener text, cause text, address text, notice jsonb,
  notice_key text, notice_lifetime_s float8, browser_name text, browser_network text, browser_device text,
  cookie_sessions uuid[], cookie_generations integer[], lifetime_s float8)
returns uuid language plpgsql set enable_seqscan = off as $$
begin
  if notice is not null then
    -- Once for a browser, until the next new password.
    insert into outbox (kind, recipient, payload, dedupe_key, expires_at)
      select 'newBrowser', address, notice, concat_ws(' ', 'new browser', id,
          left(encode(sha256(convert_to(password_hash, 'UTF8')), 'hex'), 8), notice_key),
        now() + make_interval(secs => notice_lifetime_s)
      from users where id = owner
      on conflict (dedupe_key) do nothing;
  end if;
  return open_session(owner, opener, browser_name, browser_network, browser_device, cookie_sessions,
    cookie_generations, false, lifetime_s, cause, address);
end
$$;
