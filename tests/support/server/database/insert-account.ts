import type { Kysely } from 'kysely';
import { hashPassword } from '#server/auth/accounts/passwords.ts';
import type { Database } from '#server/database/types.ts';

interface NewAccount {
  email: string;
  password: string;
  status?: 'sent' | 'accepted';
  isAtsEnabled?: boolean;
}

/** Inserts a company and its first user, as a sign-up creates them. */
export const insertAccount = async (
  db: Kysely<Database>,
  { email, password, status = 'accepted', isAtsEnabled = false }: NewAccount,
): Promise<void> => {
  const { id } = await db
    .insertInto('companies')
    .values({
      owner_email: email,
      name: 'Acme Robotics',
      website: 'https://acme.example',
      location: 'Delhi',
      departments: ['Sales'],
      planname: 'free-trial',
      ats_enabled: isAtsEnabled,
      has_user: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('users')
    .values({
      email,
      company_id: id,
      name: 'Asha Rao',
      privilege: 'Admin',
      password_hash: await hashPassword(password),
      status,
    })
    .execute();
};
