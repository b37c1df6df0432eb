/** The Web Locks of a browser: exclusive, first come, first served. */
export interface WebLocks {
  /** `navigator.locks` of one document, and what ends it: a closed document holds no lock. */
  open(): { locks: Pick<LockManager, 'request'>; close(): void };
}

interface Request {
  owner: object;
  name: string;
  grant(): Promise<unknown>;
}

export const createWebLocks = (): WebLocks => {
  const waiting: Request[] = [];
  const held = new Map<string, Request>();

  const grantNext = (name: string): void => {
    if (held.has(name)) return;
    const next = waiting.find((request) => request.name === name);
    if (!next) return;
    waiting.splice(waiting.indexOf(next), 1);
    held.set(name, next);
    const release = () => {
      if (held.get(name) !== next) return;
      held.delete(name);
      grantNext(name);
    };
    void next.grant().then(release, release);
  };

  const remove = (request: Request): boolean => {
    const index = waiting.indexOf(request);
    if (index !== -1) waiting.splice(index, 1);
    return index !== -1;
  };

  return {
    open() {
      const owner = {};
      const request = (
        name: string,
        { signal }: LockOptions,
        run: () => Promise<unknown>,
      ): Promise<unknown> =>
        new Promise((resolve, reject) => {
          const asked: Request = {
            owner,
            name,
            // Browsers grant a lock in a task of its own, never in the call.
            grant: async () => {
              const result = Promise.resolve().then(run);
              resolve(result);
              return result;
            },
          };
          waiting.push(asked);
          signal?.addEventListener('abort', () => remove(asked) && reject(signal.reason));
          grantNext(name);
        });
      return {
        locks: { request } as unknown as Pick<LockManager, 'request'>,
        close() {
          for (const asked of waiting.filter((one) => one.owner === owner)) remove(asked);
          for (const [name, holder] of [...held])
            if (holder.owner === owner) {
              held.delete(name);
              grantNext(name);
            }
        },
      };
    },
  };
};
