// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fillPath } from '#contract/calls/call.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import { sessionCalls } from '#contract/calls/sessions.ts';
import { BROWSER_LINK_PARAMETER } from '#contract/session.ts';
import * as storageKeys from '#contract/storage-keys.ts';
import { loginContent, loginNotices } from '#web/content/login.ts';
import { siteContent } from '#web/content/site.ts';
import Login from '#web/pages/login/login.tsx';
import { appAddresses } from '#web/platform/settings.ts';
import { ToasterOutlet } from '#web/ui/toaster-outlet.tsx';
import { click, enter, find, findText, show, waitFor } from './ui/render-component.tsx';

const EMAIL = 'asha@acme.example';

/** The calls that reached the server. */
let calls: string[];

const serve = (answer: () => Response) =>
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.endsWith(endpoints.xsrf[1])) return Response.json({ token: 't' });
    calls.push(path);
    return answer();
  });

beforeEach(() => {
  calls = [];
  sessionStorage.clear();
  history.replaceState(null, '', '/login');
  serve(() => Response.json({ message: 'done', retryAfter: 30 }));
});
afterEach(() => vi.unstubAllGlobals());

/** Until the browser has said what it can do. */
const settle = () => act(async () => {});
const showLogin = async () => {
  show(<Login />);
  await settle();
};
const logIn = () => vi.spyOn(document, 'cookie', 'get').mockReturnValue('signed-in=1');
const headings = () => [...document.querySelectorAll('h1')].map(({ textContent }) => textContent);
const FORM = [loginContent.login.heading];

it('who is logged in is offered the app, and may log in as someone else', async () => {
  logIn();
  await showLogin();
  expect(headings()).toEqual([loginContent.offer.heading]);
  click(findText('button', loginContent.offer.decline));
  await settle();
  expect(headings()).toEqual(FORM);
});

it('who opens a mailed link while logged in is shown the form that uses it', async () => {
  logIn();
  history.replaceState(null, '', `/login?${BROWSER_LINK_PARAMETER}=secret`);
  await showLogin();
  expect(headings()).toEqual(FORM);
});

it.each([
  ['beside the offer of the app', logIn],
  ['in the form', () => {}],
])('the note for who was invited stands on the page once: %s', async (_, arrive) => {
  arrive();
  await showLogin();
  expect(document.body.textContent.split(siteContent.help.invited)).toHaveLength(2);
});

it.each([
  ['is told that the session has ended', { isSessionEnded: true }, true],
  ['who just comes is not', null, false],
])('who was led to the login %s', async (_, state, isTold) => {
  history.replaceState(state, '', '/login');
  await showLogin();
  expect(document.body.textContent.includes(loginContent.login.sessionEnded)).toBe(isTold);
});

it('a link to the login by code sends one, and a reload does not', async () => {
  history.replaceState({ email: EMAIL, isByCode: true }, '', '/login');
  await showLogin();
  await waitFor(() =>
    expect(calls).toEqual([fillPath(endpoints.sendLoginCode[1], { email: EMAIL })]),
  );
  expect(history.state).toEqual({ email: EMAIL, isByCode: undefined });
});

it('no code is sent to who just comes with an address', async () => {
  history.replaceState({ email: EMAIL }, '', '/login');
  await showLogin();
  expect(calls).toEqual([]);
  findText('button', loginContent.login.byCode);
});

it('where a code could not be sent, it is said that the address is kept', async () => {
  serve(() => new Response('', { status: 500 }));
  history.replaceState({ email: 'unsent@acme.example' }, '', '/login');
  await showLogin();
  click(findText('button', loginContent.login.byCode));
  await waitFor(() => findText('[role="alertdialog"] *', loginNotices.codeNotSent.detail ?? ''));
});

it('an address that another page has sent is told without the white space around it', async () => {
  history.replaceState({ email: ' sent@acme.example ' }, '', '/login');
  show(
    <>
      <Login />
      <ToasterOutlet />
    </>,
  );
  await settle();
  click(findText('button', loginContent.login.byCode));
  const text = loginNotices.codeSent.text.replace('{email}', 'sent@acme.example');
  await waitFor(() => expect(document.body.textContent).toContain(text));
});

it('a login waits three seconds for the offer of a passkey, and goes on without it', async () => {
  vi.doMock('#web/forms/passkey-offer.tsx', () => new Promise(() => {}));
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(
      path.endsWith(endpoints.currentUser[1])
        ? sessionCalls.currentUser.examples.response
        : path.endsWith(endpoints.login[1])
          ? sessionCalls.login.examples.response
          : { token: 't' },
    ),
  );
  const assign = vi.spyOn(location, 'assign').mockReturnValue();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await showLogin();
  enter(find<HTMLInputElement>('[name="email"]'), EMAIL);
  enter(find<HTMLInputElement>('[name="password"]'), 'four words that nobody guesses');
  click(find('[name="consent"]'));
  click(find('[type="submit"]'));
  await wait(2900);
  expect(assign).not.toHaveBeenCalled();
  await wait(200);
  vi.useRealTimers();
  expect(assign.mock.calls).toEqual([[appAddresses.home]]);
  // The next person at this browser does not see who has logged in.
  expect(sessionStorage.getItem(storageKeys.loginDraft)).toBeNull();
});
