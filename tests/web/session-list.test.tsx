// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SessionEntry } from '#contract/calls/account-entries.ts';
import { fillPath } from '#contract/calls/call.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import { sessionListNotices } from '#web/content/account-notices.ts';
import { formatMinute } from '#web/content/format-time.ts';
import { reauthenticationContent } from '#web/content/reauthentication.ts';
import { sessionListContent as words } from '#web/content/session-list.ts';
import { Sessions } from '#web/pages/account/sessions.tsx';
import { click, find, findText, show, waitFor } from './ui/render-component.tsx';

const session = (id: string, openedAt: string): SessionEntry => ({
  id,
  browser: 'Chrome on Linux',
  isCurrent: id === 'own',
  openedAt,
  renewedAt: openedAt,
});
const sessions = [
  session('own', '2026-01-01T10:00:00.000Z'),
  session('laptop', '2026-01-02T10:00:00.000Z'),
  session('desktop', '2026-01-03T10:00:00.000Z'),
];

/** The network: two other browsers of the same name, and a server that ends no session. */
const answer = async (address: string, { method = 'GET' } = {}): Promise<Response> => {
  if (address.endsWith(endpoints.xsrf[1])) return Response.json({ token: 't' });
  if (method === 'GET') return Response.json({ sessions });
  return Response.json({ error: { code: 'too_many_requests', message: '' } }, { status: 429 });
};

beforeEach(() => vi.stubGlobal('fetch', answer));
afterEach(() => vi.unstubAllGlobals());

const showSessions = async () => {
  show(<Sessions email="asha@acme.example" />);
  await waitFor(() => findText('button', words.endOthers));
};

it('the buttons of browsers with the same name have different names', async () => {
  await showSessions();
  const names = [...document.querySelectorAll('li button')].map((end) =>
    end.getAttribute('aria-label'),
  );
  expect(new Set(names).size).toBe(2);
});

it('what was said of a change goes with the next one', async () => {
  await showSessions();
  click(findText('li button', words.end));
  await waitFor(() => findText('[role="alert"] *', sessionListNotices.rateLimited.text));
  click(findText('button', words.endOthers));
  findText('p', words.confirmOthers);
  expect(document.body.textContent).not.toContain(sessionListNotices.rateLimited.text);
});

it('when the row of the pressed button has gone, the heading takes the focus', async () => {
  await showSessions();
  const left = sessions.filter(({ id }) => id !== 'laptop');
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' } = {}) => {
    if (method === 'GET' && !address.endsWith(endpoints.xsrf[1]))
      return Response.json({ sessions: left });
    return Response.json(method === 'GET' ? { token: 't' } : {});
  });
  click(find('#end-laptop'));
  await waitFor(() => expect(document.querySelectorAll('li')).toHaveLength(2));
  expect(document.activeElement).toBe(document.querySelector('h2'));
});

it('who is logged in here only is offered no end of other sessions', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ sessions: sessions.slice(0, 1) }));
  show(<Sessions email="asha@acme.example" />);
  await waitFor(() => findText('li *', words.current));
  expect(document.querySelectorAll('button')).toHaveLength(0);
});

it('a list that did not load is loaded again on request', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 500 }));
  show(<Sessions email="asha@acme.example" />);
  await waitFor(() => findText('[role="alert"]', words.unavailable));
  vi.stubGlobal('fetch', answer);
  click(findText('button', words.retry));
  await waitFor(() => findText('button', words.endOthers));
});

it('only the session that is being ended says so, and the list stays while it is loaded again', async () => {
  let isEnded = false;
  const proceed: (() => void)[] = [];
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' } = {}) => {
    if (address.endsWith(endpoints.xsrf[1])) return Response.json({ token: 't' });
    if (isEnded || method !== 'GET') await new Promise<void>((go) => proceed.push(go));
    if (method !== 'GET') isEnded = true;
    return Response.json(method === 'GET' ? { sessions } : {});
  });
  await showSessions();
  click(find('#end-laptop'));
  await waitFor(() => expect(proceed).toHaveLength(1));
  const busy = [...document.querySelectorAll('[aria-busy="true"]')].map(({ id }) => id);
  expect(busy).toEqual(['end-laptop']);
  proceed[0]?.();
  await waitFor(() => expect(proceed).toHaveLength(2));
  expect(document.querySelectorAll('li')).toHaveLength(3);
  expect(document.body.textContent).not.toContain(words.loading);
});

it('a failure that nobody expected is told, and leaves the list', async () => {
  await showSessions();
  vi.stubGlobal('fetch', async () => new Response('', { status: 500 }));
  click(find('#end-laptop'));
  await waitFor(() => findText('[role="alert"] *', sessionListNotices.unexpected.text));
  expect(document.querySelectorAll('li')).toHaveLength(3);
});

it('who keeps the other sessions goes on at the button that was pressed', async () => {
  await showSessions();
  const end = findText('button', words.endOthers);
  click(end);
  click(findText('button', words.keep));
  expect(document.activeElement).toBe(find(`#${end.id}`));
});

it('a focus that has moved on stays where it is when the list is loaded again', async () => {
  let proceed: (() => void) | undefined;
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' } = {}) => {
    if (method !== 'GET') await new Promise<void>((go) => (proceed = go));
    return Response.json(address.endsWith(endpoints.xsrf[1]) ? { token: 't' } : { sessions });
  });
  show(
    <>
      <Sessions email="asha@acme.example" />
      <input />
    </>,
  );
  await waitFor(() => findText('button', words.endOthers));
  click(find('#end-laptop'));
  find('input').focus();
  await waitFor(() => expect(proceed).toBeDefined());
  proceed?.();
  await waitFor(() => findText('[role="status"] *', sessionListNotices.sessionEnded.text));
  await waitFor(() => expect(find('#end-laptop')).toHaveProperty('disabled', false));
  expect(document.activeElement).toBe(find('input'));
});

it('each session says where it is from, and only the others can be ended', async () => {
  const { browser: _, ...unknown } = session('unknown', '2026-01-04T10:00:00.000Z');
  vi.stubGlobal('fetch', async () =>
    Response.json({ sessions: [sessions[0], { ...unknown, network: '203.0.113.0/24' }] }),
  );
  show(<Sessions email="asha@acme.example" />);
  await waitFor(() => findText('strong', words.unknownBrowser));
  const [own, other] = [...document.querySelectorAll('li')];
  expect([own?.textContent.includes(words.current), own?.querySelector('button')]).toEqual([
    true,
    null,
  ]);
  expect(other?.textContent).not.toContain(words.current);
  expect(other?.textContent).toContain(' · 203.0.113.0/24');
  expect(other?.querySelectorAll('button')).toHaveLength(1);
  expect(findText('a', words.lead[1]).getAttribute('href')).toBe('/#/forgotPassword');
});

it('the end of all others is asked about first, and can be cancelled', async () => {
  await showSessions();
  click(findText('button', words.endOthers));
  click(findText('button', words.keep));
  expect(document.body.textContent).not.toContain(words.confirmOthers);
  click(findText('button', words.endOthers));
  click(findText('[role="group"] button', words.endOthers));
  await waitFor(() => findText('[role="alert"] *', sessionListNotices.rateLimited.text));
});

it('while one session is ended, no other can be', async () => {
  await showSessions();
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  click(find('#end-laptop'));
  expect(find<HTMLButtonElement>('#end-desktop').disabled).toBe(true);
});

it('the code that the end of a session needs is asked for once, at that session', async () => {
  await showSessions();
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' } = {}) => {
    if (address.endsWith(endpoints.xsrf[1])) return Response.json({ token: 't' });
    if (address.endsWith(endpoints.endSession[1]) && method !== 'GET')
      return Response.json({ error: { code: 'forbidden', message: '' } }, { status: 403 });
    return new Promise(() => {});
  });
  click(find('#end-laptop'));
  await waitFor(() => expect(document.querySelector('#end-laptop')).toBeNull());
  expect(document.body.textContent.split(reauthenticationContent.heading)).toHaveLength(2);
  expect(document.querySelector('#end-desktop')).not.toBeNull();
});

it('the end of all others cannot be cancelled while it is under way, and asks for the code of the account', async () => {
  await showSessions();
  const sent: string[] = [];
  let refuse = () => {};
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.endsWith(endpoints.endOtherSessions[1])) {
      await new Promise<void>((resolve) => (refuse = resolve));
      return Response.json({ error: { code: 'forbidden', message: '' } }, { status: 403 });
    }
    sent.push(address);
    return Response.json({ token: 't', retryAfter: 30 });
  });
  click(findText('button', words.endOthers));
  click(findText('[role="group"] button', words.endOthers));
  const [confirm, keep] = document.querySelectorAll<HTMLButtonElement>('[role="group"] button');
  expect([confirm?.getAttribute('aria-busy'), keep?.disabled]).toEqual(['true', true]);
  await waitFor(() => {
    refuse();
    findText('[role="group"] p', reauthenticationContent.heading);
  });
  await waitFor(() => find('fieldset'));
  const path = fillPath(endpoints.sendLoginCode[1], { email: 'asha@acme.example' });
  expect(sent.filter((address) => address.endsWith(path))).toHaveLength(1);
});

it('while one session is ended, all others cannot be', async () => {
  await showSessions();
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  click(find('#end-laptop'));
  expect(findText('button', words.endOthers)).toHaveProperty('disabled', true);
});

it('a session says when it was opened, and when it was last active', async () => {
  const renewed = {
    ...session('own', '2026-01-01T10:00:00.000Z'),
    renewedAt: '2026-02-03T10:00:00.000Z',
  };
  vi.stubGlobal('fetch', async () => Response.json({ sessions: [renewed] }));
  show(<Sessions email="asha@acme.example" />);
  await waitFor(() => findText('li *', words.current));
  const details = `${words.openedAt} 1 Jan 2026 · ${words.renewedAt} ${formatMinute(renewed.renewedAt)}`;
  expect(document.body.textContent).toContain(details);
});
