// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { paymentNotices } from '#web/content/payment-notices.ts';
import { find, show } from './ui/render-component.tsx';

const KEY = 'public-key';

/** The scripts that the page has asked for. */
let scripts: HTMLScriptElement[];

beforeEach(() => {
  scripts = [];
  delete window.Razorpay;
  vi.stubEnv('VITE_RAZORPAY_KEY', KEY);
  vi.resetModules();
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    scripts.push(script as HTMLScriptElement);
  });
});
afterEach(() => vi.unstubAllEnvs());

/** Shows what is beside a plan, in a document of a site that is built with the key. */
const showScript = async (isPaid: boolean) => {
  const { default: PaymentScript } = await import('#web/pages/checkout/payment-script.tsx');
  const { ToasterOutlet } = await import('#web/ui/toaster-outlet.tsx');
  show(
    <>
      <PaymentScript isPaid={isPaid} />
      <ToasterOutlet />
    </>,
  );
};
const answer = (type: 'load' | 'error') =>
  act(async () => void scripts.at(-1)?.dispatchEvent(new Event(type)));

it.each([
  ['a paid plan', true, KEY, 1],
  ['a free plan', false, KEY, 0],
  ['a paid plan of a site without a key', true, '', 0],
])('for %s the script is loaded or not: %s, %j', async (_, isPaid, key, count) => {
  vi.stubEnv('VITE_RAZORPAY_KEY', key);
  await showScript(isPaid);
  expect(scripts).toHaveLength(count);
});

const broken = class {
  constructor() {
    throw new Error('broken');
  }
};

it.each([
  ['did not load', 'error', undefined, paymentNotices.scriptNotLoaded],
  ['brought nothing', 'load', undefined, paymentNotices.notReady],
  ['refuses the key', 'load', broken, paymentNotices.unknown],
] as const)('a script that %s is told as such', async (_, type, provider, { text }) => {
  await showScript(true);
  if (provider) window.Razorpay = provider;
  await answer(type);
  // The newest is the first.
  expect(find('[role="alert"]').firstElementChild?.textContent).toBe(text);
});

it('a script that did not load is asked for again by the next plan, and one that did is not', async () => {
  const keys: string[] = [];
  await showScript(true);
  const [failed] = scripts as [HTMLScriptElement];
  const remove = vi.spyOn(failed, 'remove');
  await answer('error');
  expect(remove).toHaveBeenCalledTimes(1);
  await showScript(true);
  expect(scripts).toHaveLength(2);
  window.Razorpay = class {
    constructor({ key }: { key: string }) {
      keys.push(key);
    }
  };
  await answer('load');
  await showScript(true);
  expect(scripts).toHaveLength(2);
  expect(keys).toEqual([KEY]);
});
