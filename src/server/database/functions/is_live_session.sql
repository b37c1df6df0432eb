-- Whether a session has not ended, has not expired and is no older than a session may be.
create or replace function is_live_session(session sessions, age interval) returns boolean
language sql stable as $$
  select session.ended_at is null and session.expires_at > now() and session.opened_at > now() - age
$$;
