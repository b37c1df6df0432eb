// In order: browsers name those that they descend from, too.
const BROWSERS = [
  [/\bEdg/, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;

const SYSTEMS = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
] as const;

const firstIn = (userAgent: string, names: typeof BROWSERS | typeof SYSTEMS): string | undefined =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1];

/**
 * A name that a person knows a browser by, such as `Chrome on Linux`; empty where it is unknown. For
 * people's eyes only: user agents lie.
 */
export const browserName = (userAgent: string): string => {
  const browser = firstIn(userAgent, BROWSERS);
  const system = firstIn(userAgent, SYSTEMS);
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? '');
};
