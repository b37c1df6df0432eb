import { expect, it } from 'vitest';
import { createBatcher } from '#server/outbox/worker.ts';

/** A writer whose writes end when the test says so. */
const createManualWrites = () => {
  const writes: { items: readonly string[]; end(): void; fail(error: Error): void }[] = [];
  const record = createBatcher<string>(
    (items) =>
      new Promise((end, fail) => {
        writes.push({ items, end, fail });
      }),
  );
  const written = () => writes.map(({ items }) => items);
  return { writes, record, written };
};

it('an outcome is written at once, and those that arrive meanwhile together', async () => {
  const { writes, record, written } = createManualWrites();
  const first = record('a');
  await expect.poll(written).toEqual([['a']]);
  const others = [record('b'), record('c')];
  expect(written()).toEqual([['a']]);
  writes[0]?.end();
  await first;
  await expect.poll(written).toEqual([['a'], ['b', 'c']]);
  const last = record('d');
  writes[1]?.end();
  await Promise.all(others);
  await expect.poll(written).toEqual([['a'], ['b', 'c'], ['d']]);
  writes[2]?.end();
  await last;
});

it('a failed write is reported to its own outcomes, and the next one is written', async () => {
  const { writes, record, written } = createManualWrites();
  const first = record('a');
  await expect.poll(written).toHaveLength(1);
  const second = record('b');
  writes[0]?.fail(new Error('lost'));
  await expect(first).rejects.toThrow('lost');
  await expect.poll(written).toEqual([['a'], ['b']]);
  writes[1]?.end();
  await second;
});
