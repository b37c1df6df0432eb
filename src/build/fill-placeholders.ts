import * as brand from '#contract/brand.ts';
import { RESEND_PAUSE_MS } from '#contract/code.ts';
import { MS_PER_S } from '#contract/durations.ts';

const VALUES: Record<string, string> = {
  name: brand.name,
  tagline: brand.tagline,
  company: brand.company,
  siteAddress: brand.siteAddress,
  supportEmail: brand.supportEmail,
  infoEmail: brand.infoEmail,
  phone: brand.phone,
  grievanceOfficer: brand.grievanceOfficer.name,
  grievanceEmail: brand.grievanceOfficer.email,
  headOffice: brand.offices[0].lines.join(', '),
  legalCopyright: brand.legalCopyright,
  resendPauseSeconds: String(RESEND_PAUSE_MS / MS_PER_S),
};

/**
 * Replaces placeholders: the brand's values, such as `{{name}}`, and limits that legal texts state.
 *
 * @param makeSafe escapes a value for its context; by default it is inserted unchanged
 * @throws Error for an unknown placeholder
 */
export const fillPlaceholders = (
  text: string,
  makeSafe: (value: string) => string = (value) => value,
): string =>
  text.replaceAll(/\{\{(\w*)\}\}/g, (placeholder, name: string) => {
    const value = VALUES[name];
    if (value === undefined) throw new Error(`No such value: ${placeholder}`);
    return makeSafe(value);
  });

/** Escapes text for HTML or XML content and double-quoted attributes. */
export const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
