// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { loadCheckoutScript } from '#web/api/calls/payment.ts';
import { loadPage } from '#web/routing/load-page.ts';

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
