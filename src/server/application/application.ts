import type { FastifyReply, FastifyRequest } from 'fastify';
import { ACCOUNT_SCRIPT_PATH, FREE_TRIAL, PASSKEYS_ID, SESSIONS_ID } from '#contract/account.ts';
import * as brand from '#contract/brand.ts';
import { fillPath } from '#contract/calls/call.ts';
import { paths } from '#contract/calls/paths.ts';
import { cookieNames, XSRF_HEADER } from '#contract/cookies.ts';
import { LOGIN_ADDRESS, LOGIN_PATH } from '#contract/session.ts';
import * as storageKeys from '#contract/storage-keys.ts';
import { findOverview, type Overview } from '#server/auth/accounts/accounts.ts';
import { browserOf } from '#server/auth/sessions/browsers.ts';
import { findSession } from '#server/auth/sessions/find-session.ts';
import { renewSession } from '#server/auth/sessions/session-routes.ts';
import { addPageStyle, html, page } from '../http/pages/page.ts';
import type { RoutePlugin } from '../services.ts';

/** URL path of the log-out script. The CSP allows no inline scripts. */
export const LOG_OUT_SCRIPT_PATH = '/app/log-out.js';

/**
 * Log-out script of the application page: sends the XSRF header, which a form cannot, removes the
 * sign-up draft (its ticket is revoked with the session) and opens the login page.
 */
const LOG_OUT_SCRIPT = `// Fetches a fresh ${cookieNames.xsrf} value: the one from the page load may be stale.
const button = document.getElementById('log-out');
const status = document.getElementById('log-out-status');
const setBusy = (isBusy) => {
  for (const name of ['aria-busy', 'aria-disabled'])
    if (isBusy) button.setAttribute(name, 'true');
    else button.removeAttribute(name);
};
const logOut = async () => {
  const { token } = await (await fetch('${paths.xsrf}')).json();
  return fetch('${paths.logout}', { method: 'POST', headers: { '${XSRF_HEADER}': token } });
};
button.addEventListener('click', async () => {
  if (button.hasAttribute('aria-busy')) return;
  setBusy(true);
  status.textContent = 'Logging out …';
  try {
    let response = await logOut();
    // Another tab logged out between the two calls, which renewed the value.
    if (response.status === 403) response = await logOut();
    if (!response.ok) throw new Error();
    try {
      localStorage.removeItem('${storageKeys.signUpDraft}');
    } catch {}
    location.assign('${LOGIN_ADDRESS}');
  } catch {
    setBusy(false);
    status.textContent = 'Logging out did not work. Please try again.';
  }
});
`;

const STATUS_LABELS: Record<Overview['status'], string> = {
  sent: 'Waiting for you to complete it',
  accepted: 'Active',
};

const PLAN_LABELS: Record<string, string> = { [FREE_TRIAL]: 'Free trial' };

const SUPPORT = html`<a href="mailto:${brand.supportEmail}">${brand.supportEmail}</a>`;

const ATS_OFF = html`Not connected. Write to ${SUPPORT} to connect yours.`;

/** For an installation whose settings name no app of its own. */
const WHAT_COMES_NEXT = html`There is no app here yet. Write to ${SUPPORT}, and a person will help. Your account is below.`;

/** Paths that a login or a sign-up redirects to, with their texts. */
const knownPaths = [
  {
    path: /^\/app\/jobs\/new\/?$/,
    heading: 'Post your first job',
    lead: html`Your company is set up, and your first job post is free. ${WHAT_COMES_NEXT}`,
  },
  {
    path: /^\/app\/ats(?:\/.*)?$/,
    heading: 'ATS home',
    lead: html`You are logged in. ${WHAT_COMES_NEXT}`,
  },
  { path: /^\/app\/?$/, heading: 'Home', lead: html`You are logged in. ${WHAT_COMES_NEXT}` },
];

/** Texts for a user with the status `sent`, who has no own password yet. */
const passwordRequired = {
  heading: 'Set your password first',
  lead: 'Your account needs a password of your own.',
};

const otherPath = { heading: 'You are logged in', lead: WHAT_COMES_NEXT };

/** HTML page with the logged-in user, the company and a log-out button. `path` is the requested one. */
const applicationPage = (path: string, overview: Overview): string => {
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
        : html`<img src="${fillPath(paths.logo, { name: logo })}" alt="" width="64" height="64">`
    }<h2 id="company">${company}</h2></div>
<dl>
<dt>Name</dt><dd>${name}</dd>
<dt>Email</dt><dd>${email}</dd>
<dt>Plan</dt><dd>${PLAN_LABELS[plan] ?? plan}</dd>
<dt>ATS</dt><dd>${isAtsEnabled ? 'Connected' : ATS_OFF}</dd>
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

/** The placeholder page of the application area (`/app`). */
export const applicationRoutes: RoutePlugin = async (app, services) => {
  const { db, keys, cookies } = services;
  // A page load cannot refresh an expired access token by itself, so the server does.
  const findOrRenewSession = async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await findSession(db, keys.sessions, cookies.access(request));
    if (session) return session;
    const browser = browserOf(services, request);
    const tokens = await renewSession(db, keys.sessions, cookies.refresh(request), browser);
    if (!tokens) return undefined;
    cookies.setSession(reply, tokens);
    return findSession(db, keys.sessions, tokens.access);
  };

  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await findOrRenewSession(request, reply);
    const overview = session && (await findOverview(db, session.user.id));
    if (!overview) {
      // Not the tokens: another tab may have logged in since this page was requested. Its application
      // page restores the mark.
      cookies.clearSignedIn(reply);
      // The real address, which also shows the page without script.
      return reply.redirect(LOGIN_PATH);
    }
    cookies.restoreSignedIn(request, reply);
    const [path = ''] = request.url.split('?', 1);
    return reply.type('text/html; charset=utf-8').send(applicationPage(path, overview));
  };

  app.get('/app', show);
  app.get('/app/*', show);
  addPageStyle(app);
  app.get(LOG_OUT_SCRIPT_PATH, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(LOG_OUT_SCRIPT),
  );
};
