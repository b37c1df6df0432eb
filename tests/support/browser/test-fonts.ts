import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#build/root.ts';

const PACKAGES = join(ROOT, 'node_modules');
const CACHE = join(ROOT, '.cache', 'fonts');

/** Folders with the regular and the bold font, and the names that fontconfig answers with it. */
const FONTS = {
  Arimo: {
    folders: ['@expo-google-fonts/arimo/400Regular', '@expo-google-fonts/arimo/700Bold'],
    aliases: ['Arial', 'Helvetica', 'Liberation Sans'],
  },
  Roboto: {
    folders: ['@expo-google-fonts/roboto/400Regular', '@expo-google-fonts/roboto/700Bold'],
    aliases: [],
  },
  'DejaVu Sans': { folders: ['dejavu-fonts-ttf/ttf'], aliases: ['Arial'] },
} as const;

/** The fonts that a test browser may have instead of those of the machine. */
export type FontFamily = keyof typeof FONTS;

/** From narrow to wide. Arimo has the metrics of Arial, Helvetica and Liberation Sans. */
export const fontFamilies = ['Roboto', 'Arimo', 'DejaVu Sans'] as const satisfies FontFamily[];

const GENERIC = ['sans-serif', 'serif', 'monospace', 'system-ui'];

// Accepting and rejecting single files (`selectfont`) makes Chromium lose its last-resort font.
const configOf = (family: FontFamily): string => {
  const { folders, aliases } = FONTS[family];
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  ${folders.map((folder) => `<dir>${join(PACKAGES, folder)}</dir>`).join('\n  ')}
  <cachedir>${CACHE}</cachedir>
  ${[...GENERIC, ...aliases].map((name) => `<alias binding="same"><family>${name}</family><prefer><family>${family}</family></prefer></alias>`).join('\n  ')}
  <!-- local() finds a font by its full name, and styles do not name Arimo -->
  <match target="scan">
    <test name="fullname"><string>Arimo Bold</string></test>
    <edit name="fullname"><string>Liberation Sans Bold</string></edit>
  </match>
</fontconfig>
`;
};

/**
 * Writes a fontconfig file that has the fonts of one family and none of the machine.
 *
 * @returns its path, for the environment variable `FONTCONFIG_FILE`
 */
export const writeFontConfig = (family: FontFamily): string => {
  mkdirSync(CACHE, { recursive: true });
  const path = join(CACHE, `${family}.conf`);
  // Another test file may read it at the same time.
  const own = `${path}.${process.pid}`;
  writeFileSync(own, configOf(family));
  renameSync(own, path);
  return path;
};
