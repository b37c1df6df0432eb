-- Opens a session for a user and returns its id. It ends what sessions the browser had, of whichever user: those
-- of its cookies, and those whose cookies were lost with a response; a token from before a change of the
-- password ends nothing. If the session is the user's only one, those in other browsers end too.
-- Without sequential scans: see count_stages.
create or replace function open_session(owner uuid, opener text, browser_name text, browser_network text,
  browser_device text, cookie_sessions uuid[], cookie_generations integer[], is_only boolean,
  lifetime_s float8, cause text, address text)
returns uuid language plpgsql set enable_seqscan = off as $$
declare
  opened uuid;
begin
  with ended as (
    update sessions set ended_at = now()
      where ended_at is null and (device = browser_device
        or (is_only and user_id = owner)
        or (id = any(cookie_sessions) and exists (
          select from unnest(cookie_sessions, cookie_generations) as cookie (session, generation)
          where cookie.session = sessions.id and cookie.generation >= first_generation)))
      returning user_id)
    insert into audit (event, outcome, user_id, network)
      select 'session', 'ended', user_id, browser_network from ended;
  insert into audit (event, outcome, email, user_id, network)
    values (cause, 'accepted', address, owner, browser_network);
  insert into sessions (user_id, opened_by, browser, network, device, expires_at, reap_at)
    values (owner, opener, browser_name, browser_network, browser_device,
      now() + make_interval(secs => lifetime_s), now() + make_interval(secs => lifetime_s))
    returning id into opened;
  return opened;
end
$$;
