-- Counts the use of a refresh token and rotates it. The session's row has the current generation and is locked, so that
-- concurrent refreshes create one successor and cannot undo a log-out. For a grace period after a rotation, the new
-- token gets the current tokens again, and so does the previous one in the browser with the session's device cookie:
-- a response may be lost, and several tabs may refresh one after the other. Another rotation would invalidate the
-- access token of a tab that is repeating its request. Any other token that was used before is a replay and ends the
-- session. Tokens from before a change of the password are worth nothing, which needs no such alarm.
-- `outcome` is 'limited', with the seconds to wait, 'expired', 'replayed' or 'refreshed'.
-- What is live is as in `isLiveSession`. Without sequential scans: see count_stages.
create or replace function refresh_session(token_session uuid, presented integer, devices text[],
  browser_network text, limit_key text, limit_interval_s float8, limit_tolerance_s float8, grace_s float8,
  lifetime_s float8, session_s float8)
returns table (outcome text, owner uuid, current integer, has_moved boolean, wait_s float8)
language plpgsql set enable_seqscan = off as $$
declare
  session sessions%rowtype;
  is_own boolean;
begin
  outcome := 'expired';
  -- Before its limit, as the erasure of an account deletes them; of an erased session nothing is counted.
  select * into session from sessions where id = token_session for update;
  if not found then return next; return; end if;
  -- Copies from before a change of the password are counted apart: they can't keep the owner from renewing.
  if presented < session.first_generation then limit_key := limit_key || ' replaced'; end if;
  outcome := 'limited';
  select counted.wait_s into wait_s
    from count_stages(array[limit_key], array[limit_interval_s], array[limit_tolerance_s], array[0]) as counted;
  if found then return next; return; end if;
  outcome := 'expired';
  -- A generation from the future: the database was restored from a backup.
  if presented > session.generation then return next; return; end if;
  owner := session.user_id;
  if session.ended_at is not null or session.expires_at <= now()
      or session.opened_at <= now() - make_interval(secs => session_s)
      or presented < session.first_generation then
    return next; return;
  end if;
  outcome := 'refreshed';
  current := session.generation;
  has_moved := coalesce(session.network <> browser_network, false);
  -- Sessions of the version before have no device until their next rotation.
  is_own := session.device is null or session.device = any(devices);
  if session.generation > session.first_generation
      and session.renewed_at > now() - make_interval(secs => grace_s)
      and (presented = current or (presented = current - 1 and is_own)) then
    return next; return;
  end if;
  if presented < current then
    update sessions set ended_at = now() where id = token_session;
    outcome := 'replayed';
    return next; return;
  end if;
  current := presented + 1;
  update sessions set generation = current, renewed_at = now(),
      expires_at = least(now() + make_interval(secs => lifetime_s),
        opened_at + make_interval(secs => session_s)),
      device = case when is_own then devices[1] else device end, network = browser_network
    where id = token_session;
  return next;
end
$$;
