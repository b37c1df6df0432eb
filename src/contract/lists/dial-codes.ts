/** A country and its dial code. */
interface DialCode {
  code: string;
  country: string;
}

/** Dial codes of the demo form, the default first. */
export const DIAL_CODES = [
  { code: '+91', country: 'India' },
  { code: '+1', country: 'US, Canada' },
  { code: '+44', country: 'UK' },
  { code: '+61', country: 'Australia' },
  { code: '+81', country: 'Japan' },
  { code: '+49', country: 'Germany' },
] as const satisfies readonly DialCode[];

/** Initial value of the country selector. */
export const DEFAULT_DIAL_CODE = '+91';
