/** Size of an uploaded logo file, in megabytes of 1024 × 1024 bytes. */
export const LOGO_MB_MAX = 2;
/** The same in bytes. */
export const LOGO_BYTES_MAX = LOGO_MB_MAX * 1024 * 1024;
/** Bytes of a stored logo. */
export const STORED_LOGO_BYTES_MAX = 100_000;
/** Longest side of a stored logo in pixels, after it is encoded again. */
export const LOGO_SIDE_MAX_PX = 500;
/** Pixels of an uploaded logo; a larger image is rejected before decoding. */
export const LOGO_PIXELS_MAX = 40_000_000;

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
