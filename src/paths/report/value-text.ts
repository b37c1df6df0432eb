import type { StateValue } from 'xstate';

/** A state value in one line: `open.{consent.given, mode.code.verifyingEmail}`. */
export const valueText = (value: StateValue): string => {
  if (typeof value === 'string') return value;
  const parts = Object.entries(value).map(([key, inner]) => {
    const rest = inner === undefined ? '' : valueText(inner);
    return rest === '' ? key : `${key}.${rest}`;
  });
  return parts.length > 1 ? `{${parts.join(', ')}}` : (parts[0] ?? '');
};
