/** A cookie as a response sets it; `maxAge` in seconds. */
export interface SetCookie {
  name: string;
  value: string;
  maxAge?: number;
  httpOnly?: boolean;
}

/** A stored cookie; `endsAt` in epoch ms. */
export interface StoredCookie extends SetCookie {
  endsAt: number;
}

/** The cookies of a browser. All have the path `/`. */
export interface CookieJar {
  /** The `Cookie` header of a request; empty without cookies. */
  header(): string;
  /** What scripts may read. */
  readable(): string;
  value(name: string): string | undefined;
  store(cookies: readonly SetCookie[]): void;
  all(): StoredCookie[];
}

const MS_PER_S = 1000;

/** @param kept the cookies that it has from before */
export const createCookieJar = (
  now: () => number,
  kept: readonly StoredCookie[] = [],
): CookieJar => {
  const cookies = new Map(kept.map((cookie) => [cookie.name, cookie]));
  const live = () => [...cookies.values()].filter(({ endsAt }) => endsAt > now());
  const join = (some: SetCookie[]) => some.map(({ name, value }) => `${name}=${value}`).join('; ');
  return {
    all: () => [...cookies.values()],
    header: () => join(live()),
    readable: () => join(live().filter(({ httpOnly }) => !httpOnly)),
    value: (name) => live().find((cookie) => cookie.name === name)?.value,
    store(received) {
      for (const cookie of received) {
        const { name, maxAge } = cookie;
        if (maxAge === undefined)
          cookies.set(name, { ...cookie, endsAt: Number.POSITIVE_INFINITY });
        else if (maxAge <= 0) cookies.delete(name);
        else cookies.set(name, { ...cookie, endsAt: now() + maxAge * MS_PER_S });
      }
    },
  };
};
