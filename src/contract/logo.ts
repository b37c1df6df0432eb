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

/** Whether a file's declared type is JPEG or PNG. The server decides by decoding. */
export const isLogoType = (file: { type: string }): boolean =>
  LOGO_TYPES.some((type) => type === file.type);

/** Whether a file is within `LOGO_BYTES_MAX`. */
export const isLogoSize = (file: { size: number }): boolean => file.size <= LOGO_BYTES_MAX;
