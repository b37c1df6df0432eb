import { canonicalEmail, isEmail } from './email.ts';

/** What an address of the campaign form may not contain. */
const FREE_MAIL_WORDS = ['gmail', 'yahoo', 'outlook', 'hotmail', 'yopmail'] as const;

/** Whether the campaign form takes an address: it is one, and names none of those services anywhere. */
export const isCampaignEmail = (email: string): boolean =>
  isEmail(email) && !FREE_MAIL_WORDS.some((word) => canonicalEmail(email).includes(word));
