/**
 * Imports scripts one after the other, each in a task of its own: evaluated together, those of a page
 * with a form would block a phone's main thread.
 */
export const importInTasks = async (scripts: readonly string[]): Promise<void> => {
  for (const script of scripts) {
    await import(/* @vite-ignore */ script);
    await new Promise((resolve) => setTimeout(resolve));
  }
};
