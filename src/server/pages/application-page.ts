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

const welcome = (path: string) =>
  /^\/app\/jobs\/new\/?$/.test(path)
    ? {
        heading: 'Post your first job',
        lead: `Your company is set up. This is where the ${brand.name} application begins: the first job is free.`,
      }
    : { heading: 'You are signed in', lead: `This is where the ${brand.name} application begins.` };

/** Shows who is signed in, and a way out. `path` is the address that was asked for. */
export const applicationPage = (path: string, overview: Overview): string => {
  const { heading, lead } = welcome(path);
  const { name, email, company, plan, status, logo } = overview;
  return page({
    title: heading,
    script: LOG_OUT_SCRIPT_PATH,
    aside: html`<div><button type="button" id="log-out">Log out</button></div>`,
    main: html`<p id="log-out-status" role="alert"></p>
<h1>${heading}</h1>
<p class="lead">${lead}</p>
<section class="card" aria-labelledby="company">
<div class="company">${
      logo === null
        ? ''
        : html`<img src="${fillPath(paths.logo, logo)}" alt="" width="64" height="64">`
    }<h2 id="company">${company}</h2></div>
<dl>
<dt>Name</dt><dd>${name}</dd>
<dt>E-mail</dt><dd>${email}</dd>
<dt>Plan</dt><dd>${PLAN_WORDS[plan] ?? plan}</dd>
<dt>Account</dt><dd>${STATUS_WORDS[status]}</dd>
</dl>
</section>`,
  });
};
