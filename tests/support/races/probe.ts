import { openBrowser } from './browser.ts';
import { compileScript, type Page } from './page-script.ts';
import type { RaceServer } from './race-server.ts';

/** A script that runs in documents of any browser. It records what its document hears. */
export const probeSource = `globalThis.probe = (() => {
  const trace = [];
  const note = (...words) => trace.push(words.join(' '));
  const text = (value) => JSON.stringify(value) ?? 'nothing';
  addEventListener('popstate', ({ state }) =>
    note('popstate', text(state), text(history.state), location.hash));
  addEventListener('hashchange', () => note('hashchange', location.hash));
  addEventListener('storage', ({ key, newValue }) => note('storage', key, newValue));
  const move = (go) => new Promise((resolve) => {
    addEventListener('popstate', () => resolve(), { once: true });
    go();
    // The move is a task of its own.
    note('asked for a move at', location.hash);
  });
  const push = (step) => {
    history.pushState({ step }, '', '#/' + step);
    note('pushed', location.hash, text(history.state));
  };
  let release = () => {};
  return {
    trace,
    push: () => push('first'),
    pushAgain: () => push('second'),
    replace() {
      history.replaceState({ isReplaced: true }, '', '#/replaced');
      note('replaced', location.hash, text(history.state));
    },
    back: () => move(() => history.back()),
    forwardTwice: () => move(() => history.go(2)),
    goTooFar: () => history.go(9),
    write() {
      localStorage.setItem('one', 'written');
      note('wrote', localStorage.getItem('one'));
    },
    writeOther: () => localStorage.setItem('other', '1'),
    remove() {
      localStorage.removeItem('one');
      note('removed', localStorage.getItem('one'));
    },
    lock() {
      const held = navigator.locks.request('lock', {}, () => {
        note('has the lock');
        return new Promise((resolve) => { release = resolve; });
      });
      note('has asked for the lock');
      void held.then(() => note('has released the lock'));
    },
    lockBriefly() {
      const patience = new AbortController();
      const held = navigator.locks.request('lock', { signal: patience.signal }, () => note('never'));
      patience.abort(new Error('no patience'));
      return held.catch(({ message }) => note(message));
    },
    unlock: () => release(),
  };
})();`;

/** A document with the probe. */
export interface ProbedTab {
  do(name: string): Promise<unknown>;
  trace(): Promise<unknown>;
}

type Probe = Record<string, () => unknown> & { trace: string[] };

/** The probe takes the place of the page. */
const probePage = compileScript<Page>(`${probeSource}
return {
  current: () => ({ path: '', actor: globalThis.probe }),
  onNotice() {}, startRouting() {}, showSignedIn() {},
};`);

/** Opens two tabs of the browser of the races with the probe. No request reaches a server. */
export const probeHere = async (): Promise<ProbedTab[]> => {
  const server = { idle: async () => {} } as unknown as RaceServer;
  const browser = openBrowser(server, { page: probePage, logOut: () => {} });
  const tabs = [await browser.open('/#'), await browser.open('/#')];
  return tabs.map((tab) => {
    const probe = () => tab.shown()?.actor as unknown as Probe;
    return {
      async do(name) {
        const done = probe()[name]?.();
        await browser.rest();
        while (await browser.schedule.release(0));
        await done;
      },
      trace: async () => probe().trace,
    };
  });
};
