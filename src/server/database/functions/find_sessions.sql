-- The live sessions of access tokens, with their users and the place of the token in the arrays. A token may be that
-- before the last change of the password where a client may have lost the response to it. The most frequent statement
-- of all: as a function its plan is cached per connection, behind a pooler as well. What is live is as in
-- `isLiveSession`: one SQL function for both would make planning the other statements an eighth slower.
-- Without sequential scans: see count_stages.
create or replace function find_sessions(tokens uuid[], generations integer[], may_be_replaced boolean[],
  access_s float8, session_s float8)
returns table (place integer, id uuid, email text, name text, status text, company_id uuid, generation integer)
language plpgsql stable set enable_seqscan = off as $$
begin
  return query
    select asked.place::integer, users.id, users.email, users.name, users.status, users.company_id,
      sessions.generation
    from unnest(tokens, generations, may_be_replaced) with ordinality as asked (session, presented, may, place)
    join sessions on sessions.id = asked.session
      and (sessions.generation = asked.presented or (asked.may
        and sessions.generation = asked.presented + 1 and sessions.first_generation = sessions.generation))
    join users on users.id = sessions.user_id
    where sessions.renewed_at > now() - make_interval(secs => access_s)
      and sessions.ended_at is null and sessions.expires_at > now()
      and sessions.opened_at > now() - make_interval(secs => session_s);
end
$$;
