-- Verifies a sign-up code, and opens the sign-up of its email address if it is valid. Returns whether the
-- address has a user, or null if the code is invalid. A function, because each of its statements sees the
-- changes of the transactions that it waited for, and because its plans are cached per connection.
-- Without sequential scans: see count_stages.
create or replace function open_sign_up(address text, tried bytea, tries integer, ticket bytea,
  lifetime_s float8, client_network text)
returns boolean language plpgsql set enable_seqscan = off as $$
declare
  holds boolean;
begin
  update codes set attempts = attempts + 1, consumed_at = case when is_code(hash, tried) then now() end
    where email = address and purpose = 'sign-up' and device = '' and hash is not null
      and is_live(codes) and attempts < tries
    returning is_code(hash, tried) into holds;
  if holds is not true then return null; end if;
  insert into sign_ups as own (email, state, token_hash, expires_at)
    values (address, 'verified', ticket, now() + make_interval(secs => lifetime_s))
    on conflict (email) do update
      set token_hash = excluded.token_hash, expires_at = excluded.expires_at
      where own.state <> 'accepted';
  if not found then return null; end if;
  delete from bounces where email = address;
  insert into audit (event, outcome, email, network)
    values ('code.verified', 'accepted', address, client_network);
  return exists (select 1 from users where email = address);
end
$$;
