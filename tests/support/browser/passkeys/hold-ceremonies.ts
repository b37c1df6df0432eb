import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** A login in the autofill or in the browser's dialog, or a registration. */
type Ceremony = 'autofill' | 'dialog' | 'registration';

interface HeldPage {
  /** The ceremonies that wait for the test. */
  heldCeremonies: Map<Ceremony, { pass(): void; fail(error: DOMException): void }>;
  /** The pending questions for what the browser can do, by the name of the method. */
  heldQuestions: Map<string, { resolve(can: boolean): void; reject(error: Error): void }>;
}

/** Runs in the page before its own scripts. */
const install = (questions: string[]): void => {
  const page = globalThis as unknown as HeldPage;
  page.heldCeremonies = new Map();
  page.heldQuestions = new Map();
  const container = navigator.credentials as unknown as Record<
    'get' | 'create',
    (options: CredentialRequestOptions) => Promise<unknown>
  >;
  for (const method of ['get', 'create'] as const) {
    const original = container[method].bind(container);
    container[method] = (options) =>
      new Promise((resolve, reject) => {
        const login = options.mediation === 'conditional' ? 'autofill' : 'dialog';
        const kind: Ceremony = method === 'create' ? 'registration' : login;
        const settle = (act: () => void) => {
          page.heldCeremonies.delete(kind);
          act();
        };
        options.signal?.addEventListener('abort', () =>
          settle(() => reject(options.signal?.reason)),
        );
        page.heldCeremonies.set(kind, {
          pass: () => settle(() => void original(options).then(resolve, reject)),
          fail: (error) => settle(() => reject(error)),
        });
      });
  }
  const known = PublicKeyCredential as unknown as Record<string, () => Promise<boolean>>;
  for (const question of questions) {
    let answer: Promise<boolean> | undefined;
    known[question] = () => {
      answer ??= new Promise((resolve, reject) => {
        page.heldQuestions.set(question, { resolve, reject });
      });
      return answer;
    };
  }
};

/** The ceremonies of a page, each of which waits until the test ends it. */
export interface HeldCeremonies {
  /** Resolves once a ceremony waits. */
  waitFor(kind: Ceremony): Promise<void>;
  /** Resolves once no ceremony waits. */
  waitForNone(): Promise<void>;
  /** Lets the browser and its authenticator answer. */
  pass(kind: Ceremony): Promise<void>;
  /** Lets the ceremony fail with a DOMException. */
  fail(kind: Ceremony, name: string): Promise<void>;
  /** Answers a held question; `undefined` lets it fail. */
  answer(question: string, can: boolean | undefined): Promise<void>;
}

/**
 * Holds the ceremonies of a page, and its questions for what the browser can do. To be called before the
 * page is opened.
 *
 * @param questions methods of `PublicKeyCredential` that wait too
 */
export const holdCeremonies = async (
  page: Page,
  questions: string[] = [],
): Promise<HeldCeremonies> => {
  await page.addInitScript(install, questions);
  const held = (kind: Ceremony) =>
    page.evaluate((one) => (globalThis as unknown as HeldPage).heldCeremonies.has(one), kind);
  const waitFor = async (kind: Ceremony) => {
    await expect.poll(() => held(kind)).toBe(true);
  };
  return {
    waitFor,
    async waitForNone() {
      const count = () =>
        page.evaluate(() => (globalThis as unknown as HeldPage).heldCeremonies.size);
      await expect.poll(count).toBe(0);
    },
    async pass(kind) {
      await waitFor(kind);
      await page.evaluate(
        (one) => (globalThis as unknown as HeldPage).heldCeremonies.get(one)?.pass(),
        kind,
      );
    },
    async fail(kind, name) {
      await waitFor(kind);
      await page.evaluate(
        ([one, error]) =>
          (globalThis as unknown as HeldPage).heldCeremonies
            .get(one)
            ?.fail(new DOMException('', error)),
        [kind, name] as const,
      );
    },
    async answer(question, can) {
      const isAsked = () =>
        page.evaluate(
          (one) => (globalThis as unknown as HeldPage).heldQuestions.has(one),
          question,
        );
      await expect.poll(isAsked).toBe(true);
      await page.evaluate(
        ([one, answer]) => {
          const asked = (globalThis as unknown as HeldPage).heldQuestions.get(one);
          if (answer === undefined) asked?.reject(new Error('broken'));
          else asked?.resolve(answer);
        },
        [question, can] as const,
      );
    },
  };
};
