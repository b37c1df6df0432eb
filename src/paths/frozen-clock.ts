import { START_TIME_MS } from './path-options.ts';

type Restore = () => void;

const swap = (owner: object, key: string, value: unknown): Restore => {
  const original = Object.getOwnPropertyDescriptor(owner, key);
  Object.defineProperty(owner, key, { value, configurable: true, writable: true });
  return () => {
    if (original) Object.defineProperty(owner, key, original);
    else Reflect.deleteProperty(owner, key);
  };
};

/**
 * Runs a function with the clock frozen at a time (epoch ms, by default `START_TIME_MS`) and random
 * values constant, so that charts which write times or random ids into their context are deterministic.
 */
export const withFrozenClock = <Result>(run: () => Result, timeMs = START_TIME_MS): Result => {
  class FrozenDate extends Date {
    constructor(...args: [] | [string | number]) {
      if (args.length === 0) super(timeMs);
      else super(...args);
    }
    static override now = () => timeMs;
  }
  const restores = [
    swap(globalThis, 'Date', FrozenDate),
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
