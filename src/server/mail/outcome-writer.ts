import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Creates a function that writes items in batches: what arrives while a write is under way is written by
 * the next one, and what arrives in one turn of the event loop by the same one. No item waits longer for
 * others to arrive.
 *
 * @param write writes one batch
 * @returns a function that resolves when its item is written, and rejects as `write` does for its batch
 */
export const createOutcomeWriter = <Item>(
  write: (items: readonly Item[]) => Promise<void>,
): ((item: Item) => Promise<void>) => {
  let waiting: Item[] = [];
  let next: Promise<void> | undefined;
  let running = Promise.resolve();

  const writeWaiting = async () => {
    await running.catch(() => {});
    await nextTurn();
    const items = waiting;
    waiting = [];
    next = undefined;
    running = write(items);
    await running;
  };

  return (item) => {
    waiting.push(item);
    next ??= writeWaiting();
    return next;
  };
};
