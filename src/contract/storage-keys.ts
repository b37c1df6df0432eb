/** Keys of the browser's storage that both sides know. */
export const storageKeys = {
  /** The draft of a sign-up. A change of its shape is a new key: an old draft is never misread. */
  signUpDraft: 'sitara.sign-up.2',
  /** The id of the company (spec §3). */
  companyId: 'companyId',
} as const;
