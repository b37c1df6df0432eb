import { brand } from '../contract/brand.ts';

const VALUES: Record<string, string> = {
  name: brand.name,
  tagline: brand.tagline,
  company: brand.company,
  siteAddress: brand.siteAddress,
  supportEmail: brand.supportEmail,
  infoEmail: brand.infoEmail,
  phone: brand.phone,
  headOffice: brand.offices[0].lines.join(', '),
  legalCopyright: brand.legalCopyright,
};

/**
 * Puts the brand's values where a text says `{{name}}`, `{{company}}` and so on.
 *
 * @param makeSafe makes a value safe for where the text stands; by default it goes in as it is
 * @throws Error for a placeholder that names no value
 */
export const fillBrand = (
  text: string,
  makeSafe: (value: string) => string = (value) => value,
): string =>
  text.replaceAll(/\{\{(\w*)\}\}/g, (placeholder, name: string) => {
    const value = VALUES[name];
    if (value === undefined) throw new Error(`No such value of the brand: ${placeholder}`);
    return makeSafe(value);
  });
