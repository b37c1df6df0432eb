/** Tabs that find the session expired at the same moment renew it one after the other, where the browser has locks. */
export const renewAcrossTabs = <Result>(renew: () => Promise<Result>): Promise<Result> =>
  navigator.locks ? navigator.locks.request('session-renewal', renew) : renew();
