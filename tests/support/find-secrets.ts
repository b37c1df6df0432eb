/** What a value looks like inside text that was encoded as a whole, wherever it begins in it. */
const inBase64 = (bytes: Buffer): string[] =>
  [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    const whole = Math.floor(((offset + bytes.length) * 8) / 6);
    return text.slice(Math.ceil((offset * 8) / 6), whole);
  });

/** Every form in which a value may lie somewhere, as text of one character a byte. */
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

/** Without the digits that are there by chance. */
const withoutChance = (text: string): string =>
  text.replace(UUID, '').replace(HEX_BYTES, '').replace(SECOND_FRACTION, '$1');

const isCode = (secret: string): boolean => /^\d{6}$/.test(secret);

/**
 * Which of these secrets a text holds, in clear or encoded. Six digits count only as a number of
 * their own, outside of ids and hashes: by chance they may be anywhere.
 *
 * @param text one character a byte
 */
export const findSecrets = (text: string, secrets: Iterable<string>): string[] => {
  const bare = withoutChance(text);
  return [...secrets].filter((secret) => {
    const [clear = '', ...encoded] = formsOf(secret);
    if (!isCode(secret)) return [clear, ...encoded].some((form) => text.includes(form));
    return (
      new RegExp(`(?<!\\d)${clear}(?!\\d)`).test(bare) ||
      encoded.filter((form) => form !== clear).some((form) => text.includes(form))
    );
  });
};
