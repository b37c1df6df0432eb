import { swap, swapDate } from '#charts/simulation/clock.ts';
import { START_TIME_MS } from './path-options.ts';

/**
 * Runs a function with the clock frozen at a time (epoch ms, by default `START_TIME_MS`) and random
 * values constant, so that charts which write times or random ids into their context are deterministic.
 */
export const withFrozenClock = <Result>(run: () => Result, timeMs = START_TIME_MS): Result => {
  const restores = [
    swapDate(() => timeMs),
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
