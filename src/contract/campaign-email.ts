import { canonicalEmail, isEmail } from './email.ts';

/** Words that an address of the campaign form must not contain. */
export const FREE_MAIL_WORDS = ['gmail', 'yahoo', 'outlook', 'hotmail', 'yopmail'] as const;

/** Whether the campaign form accepts an email address: well-formed, without a free mail service's name. */
export const isCampaignEmail = (email: string): boolean =>
  isEmail(email) && !FREE_MAIL_WORDS.some((word) => canonicalEmail(email).includes(word));
