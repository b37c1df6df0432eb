// Keys of `localStorage` and `sessionStorage`.

/** Sign-up draft. A new shape gets a new key, so that old drafts are ignored. The server's log-out script clears it. */
export const signUpDraft = 'sitara.sign-up.2';
/** Id of the company of a running sign-up. */
export const companyId = 'companyId';
/** Login draft, which survives a reload of the tab. */
export const loginDraft = 'sitara.login';
/** Forgotten-password draft. */
export const forgotPasswordDraft = 'sitara.forgot-password';
/** When the offer of a passkey was answered (epoch ms). */
export const passkeyAnswer = 'sitara.passkey-answered';
/** Draft of the demo page's request. */
export const demoDraft = 'sitara.demo.2';
/** Draft of the campaign's demo request. */
export const campaignDemoDraft = 'sitara.demo-campaign.2';
/** Where the visitor of the tab came from. */
export const attribution = 'sitara.attribution';
/** Slug of the plan that a running sign-up was opened with. */
export const chosenPlan = 'sitara.chosen-plan';
/** Scroll positions of the tab's history entries. */
export const scroll = 'sitara.scroll';
/** When a tab of the browser last renewed the session (epoch ms). */
export const sessionRenewedAt = 'sitara.session-renewed-at';
/** Whether the visitor accepts the tag manager, with the version of the text that asked. */
export const consent = 'sitara.consent';
