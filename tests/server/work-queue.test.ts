import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { Refusal } from '#server/refusal.ts';
import { createWorkQueue, KNOWN } from '#server/work-queue.ts';
import { createWorkQueues } from '#server/work-queues.ts';

const refusal = { code: 'unavailable', retryAfterS: expect.any(Number) };

/** Has tasks of some keys wait in a queue of one place; `started` is the order of their turns. */
const enterInOrder = (queue: ReturnType<typeof createWorkQueue>, keys: string[]) => {
  const started: string[] = [];
  const done = Promise.all(keys.map((key) => queue.run(key, async () => void started.push(key))));
  return { started, done };
};

describe('a work queue', () => {
  it('serves a newcomer after at most one task of each other key', async () => {
    const queue = createWorkQueue({ running: 1, waiting: 100 });
    const leave = await queue.enter('greedy');
    const greedy = Array.from({ length: 40 }, () => 'greedy');
    const busy = Array.from({ length: 20 }, () => 'busy');
    const { started, done } = enterInOrder(queue, [...greedy, ...busy, 'newcomer']);
    leave();
    await done;
    expect(started.indexOf('newcomer')).toBeLessThanOrEqual(2);
    expect(started).toHaveLength(61);
  });

  it('lets keys take turns, each in its own order', async () => {
    const queue = createWorkQueue({ running: 1, waiting: 100 });
    const leave = await queue.enter('before');
    const { started, done } = enterInOrder(queue, ['a', 'a', 'a', 'b', 'b', 'c']);
    leave();
    await done;
    expect(started).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
  });

  it('refuses a key that has too many waiting, and takes another', async () => {
    const queue = createWorkQueue({ running: 1, waiting: 100, waitingPerKey: 3 });
    const leave = await queue.enter('greedy');
    const waiting = [1, 2, 3].map(() => queue.enter('greedy'));
    await expect(queue.enter('greedy')).rejects.toMatchObject(refusal);
    await expect(queue.enter('greedy')).rejects.toBeInstanceOf(Refusal);
    const other = queue.enter('other');
    leave();
    for (const place of [waiting[0], other, waiting[1], waiting[2]]) (await place)?.();
    expect([queue.running, queue.waiting]).toEqual([0, 0]);
  });

  it('refuses everybody when too many wait', async () => {
    const queue = createWorkQueue({ running: 1, waiting: 2 });
    await queue.enter('a');
    void queue.enter('b');
    void queue.enter('c');
    await expect(queue.enter('d')).rejects.toMatchObject(refusal);
  });

  it('has places for known browsers where no others are left, and serves both in turn', async () => {
    const queue = createWorkQueue({ running: 1, waiting: 3, waitingKnown: 2 });
    const leave = await queue.enter('before');
    const keys = ['a', 'b', 'c', `${KNOWN}x`, `${KNOWN}y`];
    const { started, done } = enterInOrder(queue, keys);
    await expect(queue.enter('d')).rejects.toMatchObject(refusal);
    await expect(queue.enter(`${KNOWN}z`)).rejects.toMatchObject(refusal);
    leave();
    await done;
    expect(started).toEqual([`${KNOWN}x`, 'a', `${KNOWN}y`, 'b', 'c']);
    expect([queue.running, queue.waiting]).toEqual([0, 0]);
  });

  it('leaves places to others when one key has its share', async () => {
    const queue = createWorkQueue({ running: 4, runningPerKey: 2, waiting: 4 });
    const leaves = [await queue.enter('greedy'), await queue.enter('greedy')];
    const third = queue.enter('greedy');
    await queue.enter('other');
    expect([queue.running, queue.waiting]).toEqual([3, 1]);
    leaves[0]?.();
    await third;
    expect([queue.running, queue.waiting]).toEqual([3, 0]);
  });

  it('gives a place back once, however often it is left', async () => {
    const queue = createWorkQueue({ running: 2, waiting: 4 });
    const leave = await queue.enter('a');
    await queue.enter('a');
    leave();
    leave();
    expect(queue.running).toBe(1);
  });

  it('gives the place of a failed task back', async () => {
    const queue = createWorkQueue({ running: 1, waiting: 0 });
    const failed = queue.run('a', () => Promise.reject(new Error('It failed.')));
    await expect(failed).rejects.toThrow('It failed.');
    expect(await queue.run('b', async () => 'done')).toBe('done');
  });
});

describe('the queues of this machine', () => {
  it('decode one logo at a time', async () => {
    const { imaging } = createWorkQueues();
    await imaging.enter('a');
    void imaging.enter('b');
    expect([imaging.running, imaging.waiting]).toEqual([1, 1]);
  });

  it('leave one core to everything else while passwords are hashed', async () => {
    const { hashing } = createWorkQueues();
    const cores = availableParallelism();
    for (let count = 0; count < cores; count += 1) void hashing.enter(`network ${count}`);
    expect(hashing.running).toBe(Math.max(1, cores - 1));
  });
});
