import type { TestClient } from './test-client.ts';

/** Copies the cookies of one client to another, as a second tab or a thief has them. */
export const copyCookies = (from: TestClient, to: TestClient): TestClient => {
  for (const [name, value] of from.cookies) to.cookies.set(name, value);
  return to;
};
