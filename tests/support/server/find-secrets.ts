/** The base64 forms of some bytes inside encoded text, one for each alignment. */
const inBase64 = (bytes: Buffer): string[] =>
  [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    const end = Math.floor(((offset + bytes.length) * 8) / 6);
    return text.slice(Math.ceil((offset * 8) / 6), end);
  });

/** Every encoding in which a value may appear, in Latin-1. */
const formsOf = (secret: string): string[] => {
  const bytes = Buffer.from(secret);
  const base64 = inBase64(bytes);
  const encoded = encodeURIComponent(secret);
  return [
    ...[secret, encoded, encoded.replaceAll('%20', '+')].map((text) =>
      Buffer.from(text).toString('latin1'),
    ),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret, 'utf16le').toString('latin1'),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ];
};

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const HEX_BYTES = /\\x[0-9a-f]+/g;
const SECOND_FRACTION = /(:\d\d)\.\d+/g;

/** Removes ids, hashes and fractions of a second, whose digits are random. */
const withoutRandomDigits = (text: string): string =>
  text.replace(UUID, '').replace(HEX_BYTES, '').replace(SECOND_FRACTION, '$1');

const isCode = (secret: string): boolean => /^\d{6}$/.test(secret);

/**
 * The secrets that a text contains, in clear or encoded. A six-digit code counts only as a separate
 * number outside of ids and hashes, which contain such digits by chance.
 *
 * @param text in Latin-1: one character per byte
 */
export const findSecrets = (text: string, secrets: Iterable<string>): string[] => {
  const fixedText = withoutRandomDigits(text);
  return [...secrets].filter((secret) => {
    const [clear = '', ...encoded] = formsOf(secret);
    if (!isCode(secret)) return [clear, ...encoded].some((form) => text.includes(form));
    return (
      new RegExp(`(?<!\\d)${clear}(?!\\d)`).test(fixedText) ||
      encoded.filter((form) => form !== clear).some((form) => text.includes(form))
    );
  });
};
