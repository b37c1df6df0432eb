import type { Page } from 'playwright-core';
import { newAddress } from '#tests/support/browser/forms/sign-up-form.ts';
import { routes } from '#web/routing/routes.tsx';
import { forceState } from './force-state.ts';
import { pauseClock } from './pause-clock.ts';
import type { PictureKind } from './picture-kinds.ts';

/** A page, or what a visitor makes it show, that has approved pictures. */
export interface PicturedPage {
  /** Of its pictures. */
  name: string;
  address: string;
  /** In pixels, where the rest of a page needs no picture. */
  heightMax?: number;
  /** The window's width, where the page shows this in no other. */
  width?: PictureKind['width'];
  /** What a visitor does before the pictures. */
  act?(page: Page): Promise<unknown>;
  /** Toasts are a part of the pictures. */
  hasToasts?: boolean;
}

/** The top of a legal document has each of its elements; tests/approved has its text. */
const LEGAL_HEIGHT = 4000;
const LEGAL = ['/terms', '/subscription-agreement', '/privacy'];

/** Opens the answers with these indexes; the first questions of two columns may be open at once. */
const openAnswers = (...indexes: number[]) => ({
  async act(page: Page) {
    for (const index of indexes) await page.locator('summary').nth(index).click();
  },
});

/** Two toasts, of which the newer has the focus, and a countdown that has stopped; nothing is known of the mail yet. */
const showToasts = async (page: Page): Promise<void> => {
  await page.route(/\/v1\/email\/mail\//, () => {});
  await page.clock.install();
  const send = page.getByRole('button', { name: 'Send OTP' });
  await send.click();
  await page.getByRole('listitem').getByText('Please enter the email').waitFor();
  await page.getByLabel('Work email').fill(newAddress());
  await send.click();
  await page.getByRole('listitem').getByText('OTP has been sent').waitFor();
  await pauseClock(page);
  await page.keyboard.press('Alt+KeyT');
};

/** What a press, the pointer or the keyboard shows on a page. */
const actions: PicturedPage[] = [
  {
    name: 'home-menu',
    address: '/',
    width: 390,
    act: (page) => page.getByRole('button', { name: 'Menu' }).click(),
  },
  { name: 'home-answers', address: '/', ...openAnswers(0, 5) },
  { name: 'pricing-answers', address: '/#/pricing', ...openAnswers(0) },
  { name: 'campaign-answers', address: '/#/campaign', ...openAnswers(0, 3) },
  { name: 'checkout-toasts', address: '/#/checkout', act: showToasts, hasToasts: true },
  {
    name: 'home-hover',
    address: '/',
    width: 1440,
    act: (page) => forceState(page, 'hover'),
  },
  ...['home', 'login'].map(
    (path): PicturedPage => ({
      name: `${path}-focus`,
      address: `/#/${path.replace('home', '')}`,
      width: 1440,
      act: (page) => forceState(page, 'focus-visible'),
    }),
  ),
];

/** Every page that can be opened by its address, and its states that no chart has. */
export const pages: PicturedPage[] = [
  ...Object.keys(routes).map((path) => ({
    name: path.slice(1).replaceAll('/', '-') || 'home',
    address: `/#${path}`,
    ...(LEGAL.includes(path) ? { heightMax: LEGAL_HEIGHT } : {}),
  })),
  { name: 'not-found', address: '/#/nowhere' },
  { name: 'checkout-with-plan', address: '/#/checkout?plan=starter' },
  ...actions,
];
