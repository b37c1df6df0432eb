import type { AnyEventObject } from 'xstate';
import type { Stage } from './walk-browser.ts';

/**
 * Has a child chart break, which no person and no network can cause.
 * @param asked what it had asked the server for, which is of no interest any more
 */
export const breakDown =
  (asked?: RegExp) =>
  async (stage: Stage, event: AnyEventObject): Promise<void> => {
    await stage.send({ error: 'broken', ...event });
    if (asked) await stage.wire.cut(asked);
  };
