-- Whether a stored hash of a code is among those of a typed one: 32 bytes for each key of the server, in one value.
create or replace function is_code(hash bytea, tried bytea)
returns boolean language sql immutable as $$
  select position(hash in tried) % 32 = 1
$$;
