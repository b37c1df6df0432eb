import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#build/root.ts';
import { fillPath } from '#contract/calls/call.ts';
import { paths } from '#contract/calls/paths.ts';
import { cookieNames } from '#contract/cookies.ts';
import { makeXsrfToken, sessionTokens } from '#server/auth/sessions/tokens.ts';
import type { Keys } from '#server/config/keys.ts';
import { type Browser, newBrowser, type Send } from './http-sender.ts';
import type { Part } from './load-model.ts';
import type { MailedCodes } from './mailed-codes.ts';
import { signUp } from './sign-up.ts';
import { emailOf, PASSWORD, type StoredSessions, USERS } from './stored-users.ts';

const PAGES = ['/', '/login', '/pricing', '/about', '/app'];

/** Does one piece of work. Rejects if a response is not the expected one. */
export type RunPart = (send: Send) => Promise<unknown>;

interface Stored {
  keys: Keys;
  codes: MailedCodes;
  sessions: StoredSessions;
}

const turnsOf = (count: number, first = 0) => {
  let turn = first - 1;
  return () => {
    turn += 1;
    return turn % count;
  };
};

const requestCode = (send: Send, browser: Browser, email: string) =>
  send(browser, { method: 'POST', path: fillPath(paths.sendLoginCode, { email }) });

/** Every kind of work, each for another user or session at every call. */
export const createParts = ({ keys, codes, sessions }: Stored): Record<Part, RunPart> => {
  const files = readdirSync(join(ROOT, 'dist', 'web', 'assets')).filter((name) =>
    /\.(?:js|css)$/.test(name),
  );
  const guest = () => newBrowser({ [cookieNames.xsrf]: makeXsrfToken(keys.xsrf, '') });
  const generations = new Map<string, number>();
  const signedIn = (id: string) => {
    const { access, refresh } = sessionTokens(keys.sessions, id, generations.get(id) ?? 1);
    return newBrowser({
      [cookieNames.xsrf]: makeXsrfToken(keys.xsrf, id),
      [cookieNames.access]: access,
      [cookieNames.refresh]: refresh,
    });
  };
  const [page, file, byPassword, wrongly] = [
    turnsOf(PAGES.length),
    turnsOf(files.length),
    turnsOf(USERS),
    // Apart from those who log in: five failures lock a password login for some minutes.
    turnsOf(USERS, USERS / 2),
  ];
  const codeUser = turnsOf(USERS);
  const lead = turnsOf(Number.MAX_SAFE_INTEGER);
  const newcomer = turnsOf(Number.MAX_SAFE_INTEGER);
  const [read, refreshed] = [turnsOf(USERS), turnsOf(USERS)];
  return {
    page: (send) => {
      const path = PAGES[page()] ?? '/';
      // Without a session the application redirects to the login.
      return send(newBrowser(), { method: 'GET', path, status: path === '/app' ? 302 : 200 });
    },
    file: (send) => send(newBrowser(), { method: 'GET', path: `/assets/${files[file()]}` }),
    'session read': (send) =>
      send(signedIn(sessions.read[read()] ?? ''), { method: 'GET', path: paths.currentUser }),
    refresh: async (send) => {
      const id = sessions.refreshed[refreshed()] ?? '';
      await send(signedIn(id), { method: 'POST', path: paths.refresh });
      generations.set(id, (generations.get(id) ?? 1) + 1);
    },
    'password login': (send) =>
      send(guest(), {
        method: 'POST',
        path: paths.login,
        body: { email: emailOf(byPassword()), password: PASSWORD },
      }),
    'wrong password': (send) =>
      send(guest(), {
        method: 'POST',
        path: paths.login,
        body: { email: emailOf(wrongly()), password: 'not this one' },
        status: 401,
      }),
    'login by code': async (send) => {
      const browser = guest();
      const email = emailOf(codeUser());
      const mailed = codes.next(email);
      // If the request fails, nobody waits for its mail.
      mailed.catch(() => {});
      await requestCode(send, browser, email);
      const body = { email, otp: await mailed };
      return send(browser, { method: 'POST', path: paths.login, body });
    },
    'code not entered': (send) => requestCode(send, guest(), emailOf(codeUser())),
    logout: (send) =>
      send(signedIn(sessions.ended.pop() ?? ''), { method: 'POST', path: paths.logout }),
    'sign-up': (send) => signUp(send, guest(), codes, `newcomer-${newcomer()}@bench.example`),
    'demo request': (send) =>
      send(guest(), {
        method: 'POST',
        path: paths.requestDemo,
        body: {
          name: 'Asha Rao',
          email: `lead-${lead()}@bench.example`,
          phone: '+919876543210',
          organization: 'Acme',
          message: 'We hire in Pune.',
        },
      }),
  };
};
