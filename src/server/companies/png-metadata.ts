import { inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const LENGTH_BYTES = 4;
const TYPE_BYTES = 4;
const CHECKSUM_BYTES = 4;
const TEXTS = new Set(['tEXt', 'zTXt', 'iTXt']);
const COLOUR_PROFILE = 'iCCP';
const END = 'IEND';
// Profiles of screens have a few kilobytes. Of 8 MB, which libpng allows, decoding took 90 MB more.
const PROFILE_BYTES_MAX = 256 * 1024;

// A name up to its zero and one byte for the method go before it (PNG specification, §11.3.2.3).
const isFitProfile = (data: Buffer): boolean => {
  try {
    const compressed = data.subarray(data.indexOf(0) + 2);
    return inflateSync(compressed, { maxOutputLength: PROFILE_BYTES_MAX }).length > 0;
  } catch {
    return false;
  }
};

/**
 * A PNG without texts, without a colour profile that is broken or endless, and without what follows
 * its end; other bytes as they are. These chunks are compressed, and libpng inflates up to 8 MB of
 * each when it looks at the header: 50 of them, 376 KB of file, were measured to take 2.6 GB.
 */
export const withoutLargeMetadata = (bytes: Buffer): Buffer => {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return bytes;
  const kept: Buffer[] = [SIGNATURE];
  let hasProfile = false;
  let start = SIGNATURE.length;
  while (start + LENGTH_BYTES + TYPE_BYTES <= bytes.length) {
    const typeStart = start + LENGTH_BYTES;
    const dataStart = typeStart + TYPE_BYTES;
    const type = bytes.toString('latin1', typeStart, dataStart);
    const dataEnd = dataStart + bytes.readUInt32BE(start);
    const end = dataEnd + CHECKSUM_BYTES;
    const isProfile = type === COLOUR_PROFILE;
    // There may be one; a second one isn't looked at.
    const isKept = isProfile
      ? !hasProfile && isFitProfile(bytes.subarray(dataStart, dataEnd))
      : !TEXTS.has(type);
    hasProfile ||= isProfile;
    if (isKept) kept.push(bytes.subarray(start, end));
    if (type === END) break;
    start = end;
  }
  return Buffer.concat(kept);
};
