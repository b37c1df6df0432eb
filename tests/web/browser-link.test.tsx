// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fillPath } from '#contract/calls/call.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import { BROWSER_LINK_PARAMETER } from '#contract/session.ts';
import { browserLinkContent as words } from '#web/content/browser-link.ts';
import BrowserLink from '#web/pages/login/browser-link.tsx';
import { click, findText, show, waitFor } from './ui/render-component.tsx';

const EMAIL = 'asha@acme.example';
const TOKEN = 'secret.of-the.link';

/** The calls that reached the server: the path, and the body in JSON if there is one. */
let calls: [path: string, body?: unknown][];

const succeed = () => Response.json({ message: 'done' });
const refuse = (code: string, status: number) => () =>
  Response.json({ error: { code, message: '' } }, { status });
const fail = () => new Response('', { status: 500 });

/** A server that answers the calls in turn, the last answer again and again. */
const serve = (...answers: (() => Response | Promise<Response>)[]): void =>
  void vi.stubGlobal('fetch', async (path: string, { body }: RequestInit = {}) => {
    if (path.endsWith(endpoints.xsrf[1])) return Response.json({ token: 't' });
    calls.push(typeof body === 'string' ? [path, JSON.parse(body)] : [path]);
    return (answers.length > 1 ? answers.shift() : answers[0])?.();
  });

beforeEach(() => {
  calls = [];
  history.replaceState(null, '', '#/login');
});
afterEach(() => vi.unstubAllGlobals());

/** The page of a link that the visitor has opened. */
const openLink = () => {
  history.replaceState(null, '', `#/login?${BROWSER_LINK_PARAMETER}=${TOKEN}`);
  show(<BrowserLink token={TOKEN} email="" />);
};
const askForLink = () => {
  show(<BrowserLink token={undefined} email={EMAIL} />);
  findText('button', words.send).focus();
  click(findText('button', words.send));
};
const isTold = (text: string) => waitFor(() => findText('[aria-live] *', text));
const buttons = () => [...document.querySelectorAll('button')].map((node) => node.textContent);

const used = [endpoints.knowBrowser[1], { token: TOKEN }];
const asked = [fillPath(endpoints.sendBrowserLink[1], { email: EMAIL })];

it('a mailed link makes the browser known, and leaves no secret in the address', async () => {
  serve(succeed);
  openLink();
  expect(location.hash).toBe('#/login');
  await isTold(words.recognized);
  expect(calls).toEqual([used]);
  expect(buttons()).toEqual([]);
});

it.each([
  ['has expired', 'code_invalid', 401],
  ['was cut off', 'request_invalid', 400],
] as const)('who opens a link that %s can ask for another one', async (_, code, status) => {
  serve(refuse(code, status));
  openLink();
  await isTold(words.expired);
  expect(buttons()).toEqual([words.send]);
});

it('a link that could not be judged is used again on request', async () => {
  serve(fail, succeed);
  openLink();
  await isTold(words.unreached);
  click(findText('button', words.again));
  await isTold(words.recognized);
  expect(calls).toEqual([used, used]);
});

it('the link goes to the address in the form', async () => {
  serve(succeed);
  askForLink();
  await isTold(words.sent);
  expect(calls).toEqual([asked]);
});

it('a link that could not be sent is asked for again', async () => {
  serve(fail, succeed);
  askForLink();
  await isTold(words.failed);
  click(findText('button', words.send));
  await isTold(words.sent);
  expect(calls).toEqual([asked, asked]);
});

it('who has used up the links of the day is led to the mailbox', async () => {
  serve(refuse('too_many_requests', 429));
  askForLink();
  await isTold(words.used);
});

it('the pressed button keeps the focus while the link is sent, and says so', async () => {
  let answer = () => {};
  serve(
    () =>
      new Promise((resolve) => {
        answer = () => resolve(succeed());
      }),
  );
  askForLink();
  await waitFor(() => expect(calls).toHaveLength(1));
  const pressed = document.activeElement;
  expect(pressed?.textContent).toContain(words.send);
  expect(pressed?.getAttribute('aria-busy')).toBe('true');
  answer();
  await isTold(words.sent);
  expect(document.activeElement).toBe(findText('button', words.send));
});
