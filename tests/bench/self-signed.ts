import { generateKeyPairSync, sign } from 'node:crypto';

/** DER tags (X.690). */
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OBJECT_IDENTIFIER = 0x06;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
const SEQUENCE = 0x30;
const SET = 0x31;

/** 1.2.840.10045.4.3.2, ECDSA with SHA-256 (RFC 5758). */
const ECDSA_WITH_SHA256 = Buffer.from('2a8648ce3d040302', 'hex');
/** 2.5.4.3, a name. */
const COMMON_NAME = Buffer.from('550403', 'hex');
const DAY_MS = 24 * 60 * 60 * 1000;

const lengthOf = (size: number): Buffer => {
  if (size < 0x80) return Buffer.from([size]);
  if (size < 0x100) return Buffer.from([0x81, size]);
  return Buffer.from([0x82, size >> 8, size & 0xff]);
};

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
};

/** Bits that fill whole bytes. */
const bits = (content: Buffer): Buffer => der(BIT_STRING, Buffer.from([0]), content);

/** YYMMDDhhmmssZ. */
const time = (ms: number): Buffer => {
  const digits = new Date(ms).toISOString().replace(/\D/g, '').slice(2, 14);
  return der(UTC_TIME, Buffer.from(`${digits}Z`));
};

/** A key and a certificate for `localhost`, both PEM, good for a day, signed by itself (RFC 5280). */
export const selfSigned = (): { key: string; cert: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(SEQUENCE, der(OBJECT_IDENTIFIER, ECDSA_WITH_SHA256));
  const part = [der(OBJECT_IDENTIFIER, COMMON_NAME), der(UTF8_STRING, Buffer.from('localhost'))];
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, ...part)));
  const body = der(
    SEQUENCE,
    der(INTEGER, Buffer.from([1])),
    algorithm,
    name,
    der(SEQUENCE, time(Date.now() - DAY_MS), time(Date.now() + DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const certificate = der(SEQUENCE, body, algorithm, bits(sign('sha256', body, privateKey)));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
};
