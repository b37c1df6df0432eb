-- The live session of an access token, with its user. The token may be that before the last change of the password
-- where a client may have lost the response to it. The most frequent statement of all: as a function its plan is
-- cached per connection, behind a pooler as well. What is live is as in `isLiveSession`: one SQL function for both
-- would make planning the other statements an eighth slower.
-- Without sequential scans: see count_stages.
create or replace function find_session(session uuid, presented integer, may_be_replaced boolean,
  access_s float8, session_s float8)
returns table (id uuid, email text, name text, status text, company_id uuid, generation integer)
language plpgsql stable set enable_seqscan = off as $$
begin
  return query
    select users.id, users.email, users.name, users.status, users.company_id, sessions.generation
    from sessions join users on users.id = sessions.user_id
    where sessions.id = session
      and (sessions.generation = presented or (may_be_replaced
        and sessions.generation = presented + 1 and sessions.first_generation = sessions.generation))
      and sessions.renewed_at > now() - make_interval(secs => access_s)
      and sessions.ended_at is null and sessions.expires_at > now()
      and sessions.opened_at > now() - make_interval(secs => session_s);
end
$$;
