import { WEBSITE_LENGTH_MAX } from './limits.ts';
import { isSingleLine } from './text.ts';

/** An address of a website with `https://` before it where it has no http or https scheme. */
export const withScheme = (website: string): string => {
  const trimmed = website.trim();
  return trimmed === '' || /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
};

/** Scheme, host of at least two labels, perhaps a port and what follows; no name or password. */
const ADDRESS =
  /^https?:\/\/(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+(?:\p{L}{2,63}|xn--[a-z0-9-]{1,59})(?::\d{1,5})?(?:[/?#]\S*)?$/iu;

/**
 * Whether a text, with a scheme before it, is an http or https address with a host. By our own
 * pattern: browsers and Node differ in what else they take for an address.
 */
export const isWebsite = (website: string): boolean => {
  const address = withScheme(website);
  return address.length <= WEBSITE_LENGTH_MAX && isSingleLine(address) && ADDRESS.test(address);
};
