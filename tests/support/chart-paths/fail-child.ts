import type { AnyEventObject } from 'xstate';
import type { DriverContext } from './traverse-in-browser.ts';

/**
 * Makes a child chart fail, which neither a user nor the network can cause.
 *
 * @param pending the path of the child's pending request, which is aborted
 */
export const failChild =
  (pending?: RegExp) =>
  async (context: DriverContext, event: AnyEventObject): Promise<void> => {
    await context.send({ error: 'broken', ...event });
    if (pending) await context.requests.cut(pending);
  };
