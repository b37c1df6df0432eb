import type { Kysely } from 'kysely';
import type { Database, LeadFields } from '../database/types.ts';
import { LEAD_FIELDS } from './lead-fields.ts';

/** A stored demo request. */
export interface Lead extends LeadFields {
  id: string;
  created_at: Date;
}

/** Demo requests since a time, oldest first. */
export const listLeads = (db: Kysely<Database>, since: Date): Promise<Lead[]> =>
  db
    .selectFrom('leads')
    .where('created_at', '>=', since)
    .select(['id', 'created_at', ...LEAD_FIELDS])
    .orderBy('created_at')
    .execute();
