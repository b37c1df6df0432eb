import { READ_AT_MS } from './read-at.ts';

type Restore = () => void;

const swap = (owner: object, key: string, value: unknown): Restore => {
  const before = Object.getOwnPropertyDescriptor(owner, key);
  Object.defineProperty(owner, key, { value, configurable: true, writable: true });
  return () => {
    if (before) Object.defineProperty(owner, key, before);
    else Reflect.deleteProperty(owner, key);
  };
};

/**
 * Runs something while the clock stands still, at `READ_AT_MS`, and chance always says the same, so that a chart that
 * writes the time or a random id into its context is the same chart each time.
 */
export const inStillWorld = <Result>(run: () => Result): Result => {
  class StillDate extends Date {
    constructor(...given: [] | [string | number]) {
      if (given.length === 0) super(READ_AT_MS);
      else super(...given);
    }
    static override now = () => READ_AT_MS;
  }
  const restores = [
    swap(globalThis, 'Date', StillDate),
    swap(Math, 'random', () => 0.5),
    swap(crypto, 'randomUUID', () => '00000000-0000-4000-8000-000000000000'),
    swap(crypto, 'getRandomValues', <Bytes>(bytes: Bytes) => bytes),
  ];
  try {
    return run();
  } finally {
    for (const restore of restores) restore();
  }
};
