/** A country's dial code, as the visitor picks it and as it goes before the number. */
interface DialCode {
  code: string;
  country: string;
}

/** The countries of the demo form, the default first. */
export const DIAL_CODES = [
  { code: '+91', country: 'India' },
  { code: '+1', country: 'US, Canada' },
  { code: '+44', country: 'UK' },
  { code: '+61', country: 'Australia' },
  { code: '+81', country: 'Japan' },
  { code: '+49', country: 'Germany' },
] as const satisfies readonly DialCode[];

/** What the country selector shows at first. */
export const DEFAULT_DIAL_CODE = '+91';
