import { LOGO_BYTES_MAX } from './limits.ts';

/** Media types that a logo may have. */
export const LOGO_TYPES = ['image/jpeg', 'image/png'] as const;

/** Whether a file says that it is a JPEG or PNG; the server decides by decoding. */
export const isLogoType = (file: { type: string }): boolean =>
  LOGO_TYPES.some((type) => type === file.type);

/** Whether a file is small enough to be sent. */
export const isLogoSize = (file: { size: number }): boolean => file.size <= LOGO_BYTES_MAX;
