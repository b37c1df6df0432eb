// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { loadCheckoutScript } from '#web/api/calls/payment.ts';
import { CHUNK_TIMEOUT_MS, isReachable, isUpdated, loadPage } from '#web/routing/load-page.ts';

test('a page whose script did not load is loaded again by the next visit', async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error('no network'));
  load.mockResolvedValue({ default: () => null });
  const chunk = loadPage(load);
  await chunk.load();
  expect([chunk.Page, chunk.error?.message]).toEqual([undefined, expect.any(String)]);
  await chunk.load();
  expect(chunk.Page).toBeTypeOf('function');
  expect(chunk.error).toBeUndefined();
});

test('the script of the payment that did not load is loaded again for another plan', async () => {
  const scripts: HTMLScriptElement[] = [];
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    scripts.push(script as HTMLScriptElement);
  });
  const [first, same] = [loadCheckoutScript(), loadCheckoutScript()];
  expect(scripts).toHaveLength(1);
  scripts[0]?.dispatchEvent(new Event('error'));
  const failed = { ok: false, notice: 'scriptNotLoaded' };
  expect(await Promise.all([first, same])).toEqual([failed, failed]);
  void loadCheckoutScript();
  expect(scripts).toHaveLength(2);
});

test('a page whose script never comes has failed after a while, and is loaded once otherwise', async () => {
  vi.useFakeTimers();
  const load = vi.fn(() => new Promise<never>(() => {}));
  const chunk = loadPage(load);
  void chunk.load();
  void chunk.load();
  await vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT_MS);
  expect(chunk.error?.message).toContain('no answer within');
  expect(load).toHaveBeenCalledOnce();
  const loaded = loadPage(async () => ({ default: () => null }));
  await loaded.load();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

test.each([
  ['a server with another version', () => new Response('/newer.js'), true, true],
  ['a server that breaks', () => new Response('', { status: 500 }), false, false],
  ['no network', () => Promise.reject(new Error('offline')), false, false],
] as const)('a reload with %s', async (_, respond, reachable, updated) => {
  const fetched = vi.fn((_address: string, _init: RequestInit) => respond());
  vi.stubGlobal('fetch', fetched);
  expect([await isReachable(), await isUpdated()]).toEqual([reachable, updated]);
  // What the browser has kept is not what the server has.
  expect(fetched.mock.calls.map(([, { cache }]) => cache)).toEqual(['no-store', 'no-store']);
  vi.unstubAllGlobals();
});

test('the scripts of a page come first, one after the other, each in a task of its own', async () => {
  const events: string[] = [];
  const script = (name: string) =>
    `data:text/javascript,globalThis.noteScript(${JSON.stringify(name)})`;
  vi.stubGlobal('noteScript', (name: string) => {
    events.push(name);
    setTimeout(() => events.push(`after ${name}`));
  });
  const chunk = loadPage(async () => {
    events.push('page');
    return { default: () => null };
  });
  await chunk.load([script('a'), script('b')]);
  expect(events).toEqual(['a', 'after a', 'b', 'after b', 'page']);
  await chunk.load([script('c')]);
  expect(events).toHaveLength(5);
  vi.unstubAllGlobals();
});
