import { PASSKEYS_ID } from '#contract/account-page.ts';
import { ORIGIN } from '../server/test-server.ts';
import type { BrowserParts } from './browser.ts';
import { dateOf } from './clock.ts';
import type { Page, TabScope } from './page-script.ts';
import { emailShown } from './person.ts';
import type { SentRequest, ServerAnswer } from './race-server.ts';
import type { HistoryEntry, SessionHistory } from './session-history.ts';
import type { Tab } from './tab.ts';
import { openStorage } from './web-storage.ts';

/** A document with its script. */
export interface TabDocument {
  page: Page;
  /** The visitor has moved between entries of this document. */
  hearTraversal(from: HistoryEntry, to: HistoryEntry): void;
  hearStorage(key: string, newValue: string | null): void;
  pressLogOut(): boolean;
  close(): void;
}

interface DocumentOptions {
  tab: Tab;
  history: SessionHistory;
  others: () => Tab[];
  navigate(address: string): void;
  traverse(delta: number): void;
  /** The page that the server has written; undefined for one of the site. */
  html?: string;
  /** The address of the user on that page. */
  email?: string | undefined;
}

class HashChange extends Event {
  constructor(type: string, fields: { oldURL?: string; newURL?: string } = {}) {
    super(type);
    Object.assign(this, fields);
  }
}

/** A response as the client of the API reads it. */
const responseOf = ({ status, headers, text }: ServerAnswer, url: string) => ({
  ok: status >= 200 && status < 300,
  status,
  statusText: '',
  url,
  headers: new Headers(headers),
  body: {},
  text: async () => text,
  json: async () => JSON.parse(text),
});

/** The one button of the server's page. */
const createButton = () => {
  const attributes = new Map<string, string>();
  const listeners: (() => unknown)[] = [];
  return {
    element: {
      addEventListener: (_type: string, listener: () => unknown) => listeners.push(listener),
      setAttribute: (name: string, value: string) => attributes.set(name, value),
      removeAttribute: (name: string) => attributes.delete(name),
      hasAttribute: (name: string) => attributes.has(name),
    },
    press: () => {
      for (const listener of listeners) listener();
    },
  };
};

/** Opens the document of the current history entry and runs its scripts. */
export const openDocument = (
  { clock, jar, locks, moment, network, queue, schedule, stored, scripts, errors }: BrowserParts,
  { tab, history, others, navigate, traverse, html, email }: DocumentOptions,
): TabDocument => {
  const target = new EventTarget();
  const timers = clock.timers();
  const ownLocks = locks.open();
  const button = createButton();
  let isOpen = true;
  const url = () => history.current().url;

  /** A script of a closed document never goes on: what it awaits stays pending. */
  const fetch = async (
    address: string,
    { method = 'GET', headers, body }: RequestInit = {},
  ): Promise<unknown> => {
    const request = {
      method: method as SentRequest['method'],
      url: new URL(address, url()).pathname,
      headers: {
        ...Object.fromEntries(new Headers(headers)),
        cookie: jar.header(),
        'sec-fetch-site': 'same-origin',
        'sec-fetch-dest': 'empty',
      },
      body: (body ?? undefined) as SentRequest['body'],
    };
    const sender = { tab: tab.number, document: tab.documents, email: emailShown(tab) };
    const exchange = await network.send(sender, request);
    if (!isOpen) return new Promise(() => {});
    jar.store(exchange.answer.cookies);
    exchange.deliveredAt = moment();
    return responseOf(exchange.answer, address);
  };

  const localStorage = openStorage(stored, ({ key, newValue }) => {
    for (const other of others())
      void schedule
        .turn(`storage of tab ${other.number}`, `tab ${other.number}: learns of a change of ${key}`)
        .then(() => other.hearStorage(key, newValue));
  });

  const location = {
    get href() {
      return url().href;
    },
    get hash() {
      return url().hash;
    },
    get search() {
      return url().search;
    },
    get pathname() {
      return url().pathname;
    },
    hostname: new URL(ORIGIN).hostname,
    origin: ORIGIN,
    assign: navigate,
    reload: () => queue(tab.reload),
  };

  const scope: Record<string, unknown> = Object.create(globalThis);
  Object.assign(scope, {
    globalThis: scope,
    window: scope,
    self: scope,
    location,
    history: {
      get state() {
        return history.current().state;
      },
      pushState: (state: unknown, _: string, address: string) =>
        history.push(new URL(address, url()), state),
      replaceState: (state: unknown, _: string, address?: string) =>
        history.replace(new URL(address ?? url(), url()), state),
      go: (delta: number) => traverse(delta),
      back: () => traverse(-1),
    },
    document: {
      get cookie() {
        return jar.readable();
      },
      getElementById: (id: string) => {
        if (html === undefined) return null;
        if (id === 'log-out') return button.element;
        return id === PASSKEYS_ID && email === undefined ? null : {};
      },
    },
    navigator: { cookieEnabled: true, onLine: true, userAgent: '', locks: ownLocks.locks },
    localStorage,
    sessionStorage: openStorage(tab.sessionValues),
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
    dispatchEvent: (event: Event) => target.dispatchEvent(event),
    HashChangeEvent: HashChange,
    fetch,
    setTimeout: timers.setTimeout,
    clearTimeout: timers.clearTimeout,
    Date: dateOf(clock),
    // A warning is what the product logs about an answer.
    console: {
      ...console,
      warn: () => {},
      error: (...words: unknown[]) => errors.push(`tab ${tab.number}: ${words.join(' ')}`),
    },
    AbortSignal: {
      timeout(ms: number) {
        const controller = new AbortController();
        timers.setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), ms);
        return controller.signal;
      },
    },
  });

  const page = scripts.page(scope as TabScope);
  page.onNotice((notice) => tab.notices.push(notice));
  if (html === undefined) page.startRouting();
  else {
    if (email !== undefined) page.showSignedIn(email);
    scripts.logOut(scope as TabScope);
  }

  const dispatch = (event: Event, fields: object): void =>
    void target.dispatchEvent(Object.assign(event, fields));
  return {
    page,
    hearTraversal(from, to) {
      dispatch(new Event('popstate'), { state: to.state });
      if (from.url.hash !== to.url.hash) dispatch(new HashChange('hashchange'), {});
    },
    hearStorage: (key, newValue) => dispatch(new Event('storage'), { key, newValue }),
    pressLogOut() {
      if (html === undefined) return false;
      button.press();
      return true;
    },
    close() {
      isOpen = false;
      timers.clearAll();
      ownLocks.close();
    },
  };
};
