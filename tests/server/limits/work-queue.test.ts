import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { HttpError } from '#server/http/http-error.ts';
import {
  createWorkQueue,
  createWorkQueues,
  KNOWN_DEVICE_PREFIX,
} from '#server/limits/work-queue.ts';

const refusal = { code: 'unavailable', retryAfterS: expect.any(Number) };

/** Queues tasks of some keys in a queue with one slot; `started` records their order. */
const enterInOrder = (queue: ReturnType<typeof createWorkQueue>, keys: string[]) => {
  const started: string[] = [];
  const done = Promise.all(keys.map((key) => queue.run(key, async () => void started.push(key))));
  return { started, done };
};

describe('a work queue', () => {
  it('runs a new key after at most one task of each other key', async () => {
    const queue = createWorkQueue({ running: 1, waiting: 100 });
    const leave = await queue.acquire('greedy');
    const greedy = Array.from({ length: 40 }, () => 'greedy');
    const busy = Array.from({ length: 20 }, () => 'busy');
    const { started, done } = enterInOrder(queue, [...greedy, ...busy, 'newcomer']);
    leave();
    await done;
    expect(started.indexOf('newcomer')).toBeLessThanOrEqual(2);
    expect(started).toHaveLength(61);
  });

  it('alternates between keys, each in its own order', async () => {
    const queue = createWorkQueue({ running: 1, waiting: 100 });
    const leave = await queue.acquire('before');
    const { started, done } = enterInOrder(queue, ['a', 'a', 'a', 'b', 'b', 'c']);
    leave();
    await done;
    expect(started).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
  });

  it('refuses a key with too many waiting tasks, and accepts another', async () => {
    const queue = createWorkQueue({ running: 1, waiting: 100, waitingPerKey: 3 });
    const leave = await queue.acquire('greedy');
    const waiting = [1, 2, 3].map(() => queue.acquire('greedy'));
    await expect(queue.acquire('greedy')).rejects.toMatchObject(refusal);
    await expect(queue.acquire('greedy')).rejects.toBeInstanceOf(HttpError);
    const other = queue.acquire('other');
    leave();
    for (const place of [waiting[0], other, waiting[1], waiting[2]]) (await place)?.();
    expect([queue.running, queue.waiting]).toEqual([0, 0]);
  });

  it('runs a limited number of tasks of a group of keys, beside those of other groups', async () => {
    const queue = createWorkQueue({
      running: 9,
      runningPerKey: 2,
      runningPerGroup: 3,
      groupOf: (key) => key.slice(0, 1),
      waiting: 100,
    });
    const leaves = await Promise.all(['a1', 'a1', 'a2'].map((key) => queue.acquire(key)));
    const { started, done } = enterInOrder(queue, ['a3', 'a1', 'b1']);
    await expect.poll(() => started).toEqual(['b1']);
    for (const leave of leaves) leave();
    await done;
    expect(started).toEqual(['b1', 'a3', 'a1']);
    expect([queue.running, queue.waiting]).toEqual([0, 0]);
  });

  it('refuses everything when too many tasks wait', async () => {
    const queue = createWorkQueue({ running: 1, waiting: 2 });
    await queue.acquire('a');
    void queue.acquire('b');
    void queue.acquire('c');
    await expect(queue.acquire('d')).rejects.toMatchObject(refusal);
  });

  it('reserves slots for known browsers, and alternates between both classes', async () => {
    const queue = createWorkQueue({ running: 1, waiting: 3, waitingKnownDevices: 2 });
    const leave = await queue.acquire('before');
    const keys = ['a', 'b', 'c', `${KNOWN_DEVICE_PREFIX}x`, `${KNOWN_DEVICE_PREFIX}y`];
    const { started, done } = enterInOrder(queue, keys);
    await expect(queue.acquire('d')).rejects.toMatchObject(refusal);
    await expect(queue.acquire(`${KNOWN_DEVICE_PREFIX}z`)).rejects.toMatchObject(refusal);
    leave();
    await done;
    expect(started).toEqual([`${KNOWN_DEVICE_PREFIX}x`, 'a', `${KNOWN_DEVICE_PREFIX}y`, 'b', 'c']);
    expect([queue.running, queue.waiting]).toEqual([0, 0]);
  });

  it('keeps slots free for others when one key has its share', async () => {
    const queue = createWorkQueue({ running: 4, runningPerKey: 2, waiting: 4 });
    const leaves = [await queue.acquire('greedy'), await queue.acquire('greedy')];
    const third = queue.acquire('greedy');
    await queue.acquire('other');
    expect([queue.running, queue.waiting]).toEqual([3, 1]);
    leaves[0]?.();
    await third;
    expect([queue.running, queue.waiting]).toEqual([3, 0]);
  });

  it('releases a slot once, even if it is released repeatedly', async () => {
    const queue = createWorkQueue({ running: 2, waiting: 4 });
    const leave = await queue.acquire('a');
    await queue.acquire('a');
    leave();
    leave();
    expect(queue.running).toBe(1);
  });

  it('releases the slot of a failed task', async () => {
    const queue = createWorkQueue({ running: 1, waiting: 0 });
    const failed = queue.run('a', () => Promise.reject(new Error('It failed.')));
    await expect(failed).rejects.toThrow('It failed.');
    expect(await queue.run('b', async () => 'done')).toBe('done');
  });
});

describe('the queues of this machine', () => {
  it('decode one logo at a time', async () => {
    const { imaging } = createWorkQueues();
    await imaging.acquire('a');
    void imaging.acquire('b');
    expect([imaging.running, imaging.waiting]).toEqual([1, 1]);
  });

  it('leave one core free while passwords are hashed', async () => {
    const { hashing } = createWorkQueues();
    const cores = availableParallelism();
    for (let count = 0; count < cores; count += 1) void hashing.acquire(`network ${count}`);
    expect(hashing.running).toBe(Math.max(1, cores - 1));
  });
});
