/** Numbers that both sides hold to. Units are in the names, sources in the comments. */

/** Digits in a one-time code. */
export const CODE_LENGTH = 6;
/** How long another code can't be asked for. */
export const RESEND_PAUSE_MS = 30_000;
/** How long a code holds. */
export const CODE_LIFETIME_MS = 10 * 60_000;
/** How often a code may be tried. */
export const CODE_TRIES = 5;

/** How long a verified address may go on signing up. */
export const TICKET_LIFETIME_MS = 2 * 60 * 60_000;
/** Session cookies. */
export const ACCESS_LIFETIME_MS = 15 * 60_000;
export const REFRESH_LIFETIME_MS = 30 * 24 * 60 * 60_000;
/** How long a browser is known to an account that it has logged in to. */
export const DEVICE_LIFETIME_MS = 365 * 24 * 60 * 60_000;
/** Tabs that refresh within this time of each other get the same successor. */
export const REFRESH_GRACE_MS = 10_000;
/** How fresh a session that was opened by a code must be to set a new password. */
export const PASSWORD_RESET_WINDOW_MS = 10 * 60_000;
/** Companies that no user belongs to are removed after this time. */
export const ORPHAN_COMPANY_LIFETIME_MS = 24 * 60 * 60_000;
/** How long authentication outcomes are kept. */
export const AUDIT_LIFETIME_MS = 180 * 24 * 60 * 60_000;
/**
 * How long a mail without a code waits to be sent: worth knowing for as long as a mail server may
 * be away.
 */
export const NOTICE_LIFETIME_MS = 3 * 24 * 60 * 60_000;
/** How long sent or expired mail, ended sessions and what the limits have counted stay. */
export const SETTLED_LIFETIME_MS = 24 * 60 * 60_000;

/** An address on the wire: RFC 5321 §4.5.3.1 through RFC 3696 errata 1690. */
export const EMAIL_LENGTH_MAX = 254;
/** Characters in a password (NIST SP 800-63B §3.1.1). */
export const PASSWORD_LENGTH_MIN = 8;
export const PASSWORD_LENGTH_MAX = 128;
/** Characters in a name of a person or a company. */
export const NAME_LENGTH_MAX = 200;
/** Characters in an address of a website. */
export const WEBSITE_LENGTH_MAX = 2048;
/** Characters in all the cities, joined. */
export const LOCATION_LENGTH_MAX = 2000;
/** Characters in a text about the company. */
export const ABOUT_LENGTH_MAX = 5000;

/** Digits of a phone number in the campaign form. */
export const CAMPAIGN_PHONE_DIGITS = 10;
/** Characters in a phone number, dial code included: E.164 has 15 digits, people add spaces. */
export const PHONE_LENGTH_MAX = 40;
/** Characters in what a demo request adds; with all else it stays below the bytes of a body. */
export const DEMO_MESSAGE_LENGTH_MAX = 2000;
/** Characters in one value of a campaign's link. */
export const CAMPAIGN_VALUE_LENGTH_MAX = 200;
/** An identical demo request within this time is the same one. */
export const LEAD_REPEAT_WINDOW_MS = 10 * 60_000;

/** Bytes of a JSON body: the longest texts, also where every character is escaped. */
export const BODY_BYTES_MAX = 64 * 1024;
/** Bytes of a logo file as it is sent. */
export const LOGO_BYTES_MAX = 2 * 1024 * 1024;
/** Pixels of a logo along either side after re-encoding (500 × 500). */
export const LOGO_SIDE_MAX_PX = 500;
/** Pixels of a logo as it is sent: more is refused without decoding. */
export const LOGO_PIXELS_MAX = 40_000_000;

/** How long a toast stays. */
export const TOAST_MS = 5000;
