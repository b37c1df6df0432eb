/** Keys of the browser's storage that both sides know. */
export const storageKeys = {
  /** The draft of a sign-up. A change of its shape is a new key: an old draft is never misread. */
  signUpDraft: 'sitara.sign-up.2',
  /** The id of the company. */
  companyId: 'companyId',
  /** What a tab keeps of a login over a reload. */
  loginDraft: 'sitara.login',
  /** The same of a forgotten password. */
  forgotPasswordDraft: 'sitara.forgot-password',
  /** The same of a demo request, by its form. */
  demoDraft: { page: 'sitara.demo', campaign: 'sitara.demo-campaign' },
} as const;
