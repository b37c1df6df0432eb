import sharp from 'sharp';

/** A small PNG file for an upload. */
export const pngLogo = async (): Promise<{ name: string; mimeType: string; buffer: Buffer }> => ({
  name: 'acme.png',
  mimeType: 'image/png',
  buffer: await sharp({
    create: { width: 320, height: 200, channels: 3, background: '#2b3a8c' },
  })
    .png()
    .toBuffer(),
});
