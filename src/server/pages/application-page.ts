import { brand } from '#contract/brand.ts';
import { fillPath, paths } from '#contract/paths.ts';
import type { Overview } from '../accounts/find-overview.ts';
import { html } from './html.ts';
import { LOG_OUT_SCRIPT_PATH } from './log-out-script.ts';
import { page } from './page.ts';

const STATUS_WORDS: Record<Overview['status'], string> = {
  sent: 'Waiting for you to complete it',
  accepted: 'Active',
};

const PLAN_WORDS: Record<string, string> = { 'free-trial': 'Free trial' };

const BEGINNING = `The ${brand.name} app starts here.`;

/** The places that people are sent to. */
const places = [
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
  { path: /^\/app\/?$/, heading: 'Home', lead: `You are signed in. ${BEGINNING}` },
];

/** Somebody whose status is `sent` sets a password first. */
const first = {
  heading: 'Set your password first',
  lead: 'Your account needs a password of your own.',
};

const elsewhere = { heading: 'You are signed in', lead: BEGINNING };

/** Shows who is signed in, and a way out. `path` is the address that was asked for. */
export const applicationPage = (path: string, overview: Overview): string => {
  const { name, email, company, plan, isAtsEnabled, status, logo } = overview;
  const place = places.find((known) => known.path.test(path)) ?? elsewhere;
  const isFirst = status === 'sent';
  const { heading, lead } = isFirst ? first : place;
  return page({
    title: heading,
    script: LOG_OUT_SCRIPT_PATH,
    aside: html`<div><button type="button" id="log-out">Log out</button></div>`,
    main: html`<p id="log-out-status" role="alert"></p>
<h1>${heading}</h1>
<p class="lead">${lead}${isFirst ? html` <a href="/#/forgotPassword">Set it with a code</a>.` : ''}</p>
<section class="card" aria-labelledby="company">
<div class="company">${
      logo === null
        ? ''
        : html`<img src="${fillPath(paths.logo, logo)}" alt="" width="64" height="64">`
    }<h2 id="company">${company}</h2></div>
<dl>
<dt>Name</dt><dd>${name}</dd>
<dt>Email</dt><dd>${email}</dd>
<dt>Plan</dt><dd>${PLAN_WORDS[plan] ?? plan}</dd>
<dt>ATS</dt><dd>${isAtsEnabled ? 'On' : 'Off'}</dd>
<dt>Account</dt><dd>${STATUS_WORDS[status]}</dd>
</dl>
</section>`,
  });
};
