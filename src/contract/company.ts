import { isSingleLine } from './text.ts';

/** Characters in the address of a website. */
export const WEBSITE_LENGTH_MAX = 2048;

/** Prepends `https://` to an address without an http or https scheme. */
export const withScheme = (website: string): string => {
  const trimmed = website.trim();
  return trimmed === '' || /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
};

/** Scheme, a host of at least two labels, optional port, path and query; no credentials. */
const ADDRESS =
  /^https?:\/\/(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+(?:\p{L}{2,63}|xn--[a-z0-9-]{1,59})(?::\d{1,5})?(?:[/?#]\S*)?$/iu;

/**
 * Whether a text is a website address: an http or https URL, the scheme being optional. A regular
 * expression, because the URL parsers of browsers and Node accept different hosts.
 */
export const isWebsite = (website: string): boolean => {
  const address = withScheme(website);
  return address.length <= WEBSITE_LENGTH_MAX && isSingleLine(address) && ADDRESS.test(address);
};

/** Size of an uploaded logo file, in megabytes of 1024 × 1024 bytes. */
export const LOGO_MB_MAX = 2;
/** The same in bytes. */
export const LOGO_BYTES_MAX = LOGO_MB_MAX * 1024 * 1024;

/** Longest side of a stored logo in pixels, after the server has encoded it again. */
export const LOGO_SIDE_MAX_PX = 500;

/** Name of a stored logo in its path. */
export const LOGO_NAME = /^[A-Za-z0-9_-]{22}\.(?:jpg|png)$/;

/** Message for a file that is not an accepted image. */
export const LOGO_TYPE_MESSAGE = 'Please select a JPEG or PNG image.';

/** Accepted media types of a logo. */
export const LOGO_TYPES = ['image/jpeg', 'image/png'] as const;

/** Departments that step 1 of the wizard offers. */
export const DEPARTMENTS = [
  'Sales',
  'Marketing',
  'Finance',
  'Information Technology',
  'IT Infrastructure',
  'Human Resources',
  'Data Science',
  'Collections',
  'Community Management',
] as const;

/** Characters in all chosen places, joined by `joinLocations`. */
export const LOCATION_LENGTH_MAX = 2000;
