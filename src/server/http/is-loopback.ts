/** Whether a host name or address is a loopback one, which only this machine can reach. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' ||
  host.endsWith('.localhost') ||
  /^127(?:\.\d{1,3}){3}$/.test(host) ||
  /^\[?::1\]?$/.test(host);
