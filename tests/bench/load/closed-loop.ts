/** Runs work so many times, `width` of them at once. */
export const runTimes = async (
  run: () => Promise<unknown>,
  { times, width }: { times: number; width: number },
): Promise<void> => {
  let left = times;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      await run();
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
};

/** Runs work for some seconds, `width` of it at once; returns how often a second. */
export const runSeconds = async (
  run: () => Promise<unknown>,
  { seconds, width }: { seconds: number; width: number },
): Promise<number> => {
  const startedAt = performance.now();
  const untilMs = startedAt + seconds * 1000;
  let done = 0;
  const lane = async () => {
    while (performance.now() < untilMs) {
      await run();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
  return (done * 1000) / (performance.now() - startedAt);
};
