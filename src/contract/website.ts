import { WEBSITE_LENGTH_MAX } from './limits.ts';
import { isSingleLine } from './text.ts';

/** An address of a website with `https://` before it where it has no http or https scheme (spec §5). */
export const withScheme = (website: string): string => {
  const trimmed = website.trim();
  return trimmed === '' || /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
};

/** Whether a text, with a scheme before it, is an http or https address with a host. */
export const isWebsite = (website: string): boolean => {
  const address = withScheme(website);
  if (address.length > WEBSITE_LENGTH_MAX || !isSingleLine(address) || !URL.canParse(address))
    return false;
  const { protocol, hostname, username } = new URL(address);
  return /^https?:$/.test(protocol) && hostname.includes('.') && username === '';
};
