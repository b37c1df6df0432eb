// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { endpoints } from '#contract/calls/endpoints.ts';
import { HOUR_MS } from '#contract/durations.ts';
import * as storageKeys from '#contract/storage-keys.ts';
import { signUpMachine } from '#machines/sign-up.ts';
import { account, email, fields } from '#paths/options/wizard-steps.ts';
import { signUpContent } from '#web/content/sign-up.ts';
import { signUpNotices } from '#web/content/sign-up-notices.ts';
import { siteContent } from '#web/content/site.ts';
import { emptyDraft } from '#web/flows/sign-up-draft.ts';
import Checkout from '#web/pages/checkout/checkout.tsx';
import { SignUpFailed } from '#web/pages/checkout/states.tsx';
import { appAddresses } from '#web/platform/settings.ts';
import { ToasterOutlet } from '#web/ui/toaster-outlet.tsx';
import { click, enter, find, findText, show, waitFor } from './ui/render-component.tsx';

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/#/checkout');
  vi.stubGlobal('fetch', async (address: string) =>
    address.endsWith(endpoints.xsrf[1])
      ? Response.json({ token: 't' })
      : Response.json({ message: 'done', retryAfter: 30 }),
  );
});
afterEach(() => vi.unstubAllGlobals());

const logIn = () => vi.spyOn(document, 'cookie', 'get').mockReturnValue('signed-in=1');

/** A sign-up whose address is verified. */
const resume = (draft: object) =>
  localStorage.setItem(
    storageKeys.signUpDraft,
    JSON.stringify({
      ...emptyDraft(email),
      hasAcceptedTerms: true,
      ticketEndsAt: Date.now() + HOUR_MS,
      ...draft,
    }),
  );

const headings = () => [...document.querySelectorAll('h1')].map(({ textContent }) => textContent);

it('who is logged in is offered the app, and may sign up another company', () => {
  logIn();
  show(<Checkout />);
  expect(headings()).toEqual([signUpContent.offer.heading]);
  click(findText('button', signUpContent.offer.decline));
  expect(headings()).toEqual([signUpContent.emailVerification.heading]);
});

it.each([
  ['beside the offer of the app', logIn],
  ['in the form', () => {}],
  ['in the wizard', () => resume({ step: 'company' })],
])('the note for who was invited stands on the page once: %s', (_, arrive) => {
  arrive();
  show(<Checkout />);
  expect(document.body.textContent.split(siteContent.help.invited)).toHaveLength(2);
});

it.each([
  ['company', signUpContent.company.heading],
  ['about', signUpContent.about.heading],
  ['allSet', signUpContent.allSet.heading],
])('a reload leads to the step of the wizard that was left: %s', (step, heading) => {
  resume({ ...account, fields, step });
  show(<Checkout />);
  expect(headings()).toEqual([heading]);
});

it('the last step leads to the first job, with a link for who is not led on', async () => {
  const assign = vi.spyOn(location, 'assign').mockReturnValue();
  resume({ ...account, isAccepted: true, fields, step: 'allSet' });
  show(<Checkout />);
  click(find('main [type="submit"]'));
  await waitFor(() => expect(headings()).toEqual([signUpContent.leaving.heading]));
  const link = findText('a', signUpContent.leaving.link);
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
    appAddresses.newJob,
    'external',
  ]);
  expect(assign.mock.calls).toEqual([[appAddresses.newJob]]);
});

it('a sign-up that failed is started again on request', async () => {
  let attempts = 0;
  const emailVerification = fromPromise<never>(() => {
    attempts += 1;
    return attempts > 1 ? new Promise(() => {}) : Promise.reject(new Error('broken'));
  }) as never;
  const actor = createActor(
    signUpMachine.provide({
      actors: { emailVerification, notifier: fromPromise(async () => {}) as never },
    }),
    { input: { draft: emptyDraft(email), isSignedIn: false } },
  ).start();
  await waitFor(() => expect(actor.getSnapshot().value).toBe('failed'));
  show(<SignUpFailed actor={actor} />);
  click(findText('button', signUpContent.failed.retry));
  expect(actor.getSnapshot().value).toBe('emailVerification');
});

it('that a code was sent is said with the address that was typed', async () => {
  show(
    <>
      <Checkout />
      <ToasterOutlet />
    </>,
  );
  enter(find<HTMLInputElement>('[name="email"]'), 'typed@acme.example');
  click(findText('button', signUpContent.emailVerification.send));
  await waitFor(() =>
    expect(document.body.textContent).toContain(
      signUpNotices.codeSent.text.replace('{email}', 'typed@acme.example'),
    ),
  );
});
