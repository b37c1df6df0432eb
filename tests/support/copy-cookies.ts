import type { TestClient } from './test-client.ts';

/** Has one browser carry the cookies of another, as its tabs do, or who has stolen them. */
export const copyCookies = (from: TestClient, to: TestClient): TestClient => {
  for (const [name, value] of from.cookies) to.cookies.set(name, value);
  return to;
};
