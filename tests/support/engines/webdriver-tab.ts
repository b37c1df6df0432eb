import { vi } from 'vitest';
import { type Key, STEP_TIMEOUT_MS, type Tab } from './engine.ts';
import { findControl } from './find-control.ts';
import type { ElementReference, WebDriverSession } from './webdriver.ts';

/** The code points of keys (W3C WebDriver §17.4.2). */
const KEYS: Record<Key, string> = { Tab: '\uE004', Enter: '\uE007' };

const FILE_FIELD = { using: 'css selector', value: 'input[type=file]' };
/** A driver clicks a disabled control without effect, so that one isn't found. */
const findEnabled = `(label) => {
  const control = (${findControl})(document, label);
  return control?.matches(':disabled, [aria-disabled]:not([aria-busy])') ? null : control;
}`;

const keyStrokes = (text: string) => ({
  actions: [
    {
      type: 'key',
      id: 'keyboard',
      actions: [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    },
  ],
});

/** The tab of a window handle. Commands go to one window at a time: await each before the next. */
export const webDriverTab = (session: WebDriverSession, handle: string, site: string): Tab => {
  const focus = () => session.post('/window', { handle });
  /** Repeats an act on a control until the driver accepts it: it refuses covered and moving ones. */
  const actOn = async (
    label: string,
    act: (element: ElementReference) => Promise<unknown>,
  ): Promise<void> => {
    await focus();
    await vi.waitFor(
      async () => {
        const found = await session.run<ElementReference | null>(findEnabled, label);
        if (!found) throw new Error(`No enabled control is labelled '${label}'`);
        await act(found);
      },
      { timeout: STEP_TIMEOUT_MS },
    );
  };
  return {
    async open(path) {
      await focus();
      await session.post('/url', { url: 'about:blank' });
      await session.post('/url', { url: site + path });
    },
    async reload() {
      await focus();
      await session.post('/refresh');
    },
    click: (label) =>
      actOn(label, (element) => session.post(session.elementPath(element, 'click'))),
    fill: (label, text) =>
      actOn(label, async (element) => {
        await session.post(session.elementPath(element, 'clear'));
        await session.post(session.elementPath(element, 'value'), { text });
      }),
    async upload(file) {
      await focus();
      const field = await session.post<ElementReference>('/element', FILE_FIELD);
      await session.post(session.elementPath(field, 'value'), { text: file });
    },
    async type(text) {
      await focus();
      await session.post('/actions', keyStrokes(text));
    },
    async press(key) {
      await focus();
      await session.post('/actions', keyStrokes(KEYS[key]));
    },
    async evaluate<Result>(
      run: (argument: string) => Result,
      argument?: string,
    ): Promise<Awaited<Result>> {
      await focus();
      return session.run<Awaited<Result>>(String(run), argument);
    },
    async screenshot() {
      await focus();
      return Buffer.from(await session.get<string>('/screenshot'), 'base64');
    },
  };
};
