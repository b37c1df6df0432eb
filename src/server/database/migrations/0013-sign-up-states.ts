import { type Kysely, sql } from 'kysely';

/**
 * The states of a sign-up in the terms of the code. Servers of the version before may run on this schema too:
 * their words stay allowed, and what they ask of a state is only whether it is `accepted`, and whether a new
 * company replaces `proved`, which `open_sign_up` does not write any more.
 */
export const signUpStates = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `alter table sign_ups drop constraint sign_ups_state_check, add constraint sign_ups_state_check
    check (state in ('verified', 'company_created', 'user_created', 'accepted',
      'proved', 'company made', 'user made'))`,
  `update sign_ups set state = case state when 'proved' then 'verified'
      when 'company made' then 'company_created' else 'user_created' end
    where state <> 'accepted'`,
];
