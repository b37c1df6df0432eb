/** Whether a host's name or address is the machine's own, which nobody else can reach. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' ||
  host.endsWith('.localhost') ||
  /^127(?:\.\d{1,3}){3}$/.test(host) ||
  /^\[?::1\]?$/.test(host);
