declare global {
  /** Runs that many tasks; fewer if the app is mounted before. */
  var runTasks: (count: number) => Promise<void>;
  /** Runs the tasks that are held, and does not hold later ones. */
  var releaseTasks: () => void;
}

/**
 * Init script of a page. It holds the tasks of the app's start, so that a test stops between any two:
 * timers without a delay, and the slices in which React renders. By the page's clock, a slice ends
 * after a few components, however fast the machine is.
 */
export const holdTasks = (): void => {
  const delay = globalThis.setTimeout;
  const held: (() => void)[] = [];
  let isReleased = false;
  let reportTask = () => {};
  const hold = (task: () => void): void => {
    if (isReleased) delay(task);
    else held.push(task);
    reportTask();
  };
  let now = 0;
  performance.now = () => {
    now += 1;
    return now;
  };
  Object.assign(globalThis, {
    // React's scheduler prefers it to the channel of messages that browsers have.
    setImmediate: hold,
    setTimeout: (task: () => void, delayMs = 0) =>
      delayMs > 0 ? delay(task, delayMs) : hold(task),
  });
  globalThis.runTasks = async (count) => {
    for (let index = 0; index < count && globalThis.earlyInput; index += 1) {
      if (held.length === 0)
        await new Promise<void>((resolve) => {
          reportTask = resolve;
        });
      held.shift()?.();
      // The microtasks of that task run first.
      await undefined;
    }
  };
  globalThis.releaseTasks = () => {
    isReleased = true;
    for (const task of held.splice(0)) delay(task);
  };
};
