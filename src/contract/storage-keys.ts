/** Keys of `localStorage` and `sessionStorage`. The server's log-out script clears the sign-up draft. */
export const storageKeys = {
  /** Sign-up draft. A new shape gets a new key, so that old drafts are ignored. */
  signUpDraft: 'sitara.sign-up.2',
  /** Id of the company of a running sign-up. */
  companyId: 'companyId',
  /** Login draft, which survives a reload of the tab. */
  loginDraft: 'sitara.login',
  /** Forgotten-password draft. */
  forgotPasswordDraft: 'sitara.forgot-password',
  /** When the offer of a passkey was answered (epoch ms). */
  passkeyAnswer: 'sitara.passkey-answered',
  /** Demo request drafts, by form. */
  demoDraft: { page: 'sitara.demo.2', campaign: 'sitara.demo-campaign.2' },
} as const;
