-- For servers of the last release, which run beside this one: see find_sessions.
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
