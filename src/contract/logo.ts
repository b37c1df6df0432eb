/** Size of an uploaded logo file, in megabytes of 1024 × 1024 bytes. */
export const LOGO_MB_MAX = 2;
/** The same in bytes. */
export const LOGO_BYTES_MAX = LOGO_MB_MAX * 1024 * 1024;

/** Name of a stored logo in its path. */
export const LOGO_NAME = /^[A-Za-z0-9_-]{22}\.(?:jpg|png)$/;

/** Message for a file that is not an accepted image. */
export const LOGO_TYPE_MESSAGE = 'Please select a JPEG or PNG image.';

/** Accepted media types of a logo. */
export const LOGO_TYPES = ['image/jpeg', 'image/png'] as const;
