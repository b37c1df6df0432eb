import { ACCOUNT_SCRIPT_PATH, PASSKEYS_ID, SESSIONS_ID } from '#contract/account-page.ts';
import * as brand from '#contract/brand.ts';
import { fillPath, paths } from '#contract/paths.ts';
import type { Overview } from '#server/auth/accounts/find-overview.ts';
import { html } from './html.ts';
import { LOG_OUT_SCRIPT_PATH } from './log-out-script.ts';
import { page } from './page.ts';

const STATUS_LABELS: Record<Overview['status'], string> = {
  sent: 'Waiting for you to complete it',
  accepted: 'Active',
};

const PLAN_LABELS: Record<string, string> = { 'free-trial': 'Free trial' };

const APP_STARTS_HERE = `The ${brand.name} app starts here.`;

/** Paths that a login or a sign-up redirects to, with their texts. */
const knownPaths = [
  {
    path: /^\/app\/jobs\/new\/?$/,
    heading: 'Post your first job',
    lead: `Your company is set up. The ${brand.name} app starts here, and your first job is free.`,
  },
  {
    path: /^\/app\/ats(?:\/.*)?$/,
    heading: 'ATS home',
    lead: `You are signed in. This is where ${brand.name} connects to your ATS.`,
  },
  { path: /^\/app\/?$/, heading: 'Home', lead: `You are signed in. ${APP_STARTS_HERE}` },
];

/** Texts for a user with the status `sent`, who has no own password yet. */
const passwordRequired = {
  heading: 'Set your password first',
  lead: 'Your account needs a password of your own.',
};

const otherPath = { heading: 'You are signed in', lead: APP_STARTS_HERE };

/** HTML page with the signed-in user, the company and a log-out button. `path` is the requested one. */
export const applicationPage = (path: string, overview: Overview): string => {
  const { name, email, company, plan, isAtsEnabled, status, logo } = overview;
  const texts = knownPaths.find((known) => known.path.test(path)) ?? otherPath;
  const needsPassword = status === 'sent';
  const { heading, lead } = needsPassword ? passwordRequired : texts;
  return page({
    title: heading,
    scripts: [LOG_OUT_SCRIPT_PATH, ...(needsPassword ? [] : [ACCOUNT_SCRIPT_PATH])],
    aside: html`<div><button type="button" id="log-out">Log out</button></div>`,
    main: html`<p id="log-out-status" role="alert"></p>
<h1>${heading}</h1>
<p class="lead">${lead}${needsPassword ? html` <a href="/#/forgotPassword">Set it with a code</a>.` : ''}</p>
<section class="card" aria-labelledby="company">
<div class="company">${
      logo === null
        ? ''
        : html`<img src="${fillPath(paths.logo, logo)}" alt="" width="64" height="64">`
    }<h2 id="company">${company}</h2></div>
<dl>
<dt>Name</dt><dd>${name}</dd>
<dt>Email</dt><dd>${email}</dd>
<dt>Plan</dt><dd>${PLAN_LABELS[plan] ?? plan}</dd>
<dt>ATS</dt><dd>${isAtsEnabled ? 'On' : 'Off'}</dd>
<dt>Account</dt><dd>${STATUS_LABELS[status]}</dd>
</dl>
</section>
${
  needsPassword
    ? ''
    : html`<section class="card" id="${PASSKEYS_ID}" data-email="${email}"></section>
<section class="card" id="${SESSIONS_ID}"></section>`
}`,
  });
};
