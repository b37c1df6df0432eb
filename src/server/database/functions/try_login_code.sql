-- Counts a try of a login code and returns whether it is right. A code that is not made yet counts as
-- well, because an address without an account never gets one. The caller consumes a right code.
-- Without sequential scans: see count_stages.
create or replace function try_login_code(address text, devices text[], tried bytea, tries integer)
returns boolean language plpgsql set enable_seqscan = off as $$
declare
  is_right boolean;
begin
  with counted as (
    update codes set attempts = attempts + 1
      where email = address and purpose = 'login' and device = any(devices)
        and is_live(codes) and attempts < tries
      returning is_code(hash, tried) as matches)
    select coalesce(bool_or(matches), false) into is_right from counted;
  return is_right;
end
$$;
