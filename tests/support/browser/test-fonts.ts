import { copyFileSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from '#build/root.ts';

const PACKAGES = join(ROOT, 'node_modules');
const CACHE = join(ROOT, '.cache', 'fonts');

/** The regular and the bold font, and the names that fontconfig answers with the family. */
const FONTS = {
  Arimo: {
    files: [
      '@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf',
      '@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf',
    ],
    aliases: ['Arial', 'Helvetica', 'Liberation Sans'],
  },
  Roboto: {
    files: [
      '@expo-google-fonts/roboto/400Regular/Roboto_400Regular.ttf',
      '@expo-google-fonts/roboto/700Bold/Roboto_700Bold.ttf',
    ],
    aliases: [],
  },
  'DejaVu Sans': {
    files: ['dejavu-fonts-ttf/ttf/DejaVuSans.ttf', 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'],
    aliases: [],
  },
} as const;

/** The fonts that a test browser may have instead of those of the machine. */
export type FontFamily = keyof typeof FONTS;

/** From narrow to wide. Arimo has the metrics of Arial, Helvetica and Liberation Sans. */
export const fontFamilies = ['Roboto', 'Arimo', 'DejaVu Sans'] as const satisfies FontFamily[];

const GENERIC = ['sans-serif', 'serif', 'monospace', 'system-ui'];

/** Makes a file appear at once, because another test file may read it at the same time. */
const placeFile = (path: string, write: (temporary: string) => void): void => {
  const temporary = join(CACHE, `${basename(path)}.${process.pid}`);
  write(temporary);
  renameSync(temporary, path);
};

/**
 * A folder with the two fonts of a family: Chromium takes any font of a folder as its last resort, and
 * loses its last resort where fontconfig rejects single files (`selectfont`).
 */
const fontFolder = (family: FontFamily): string => {
  const folder = join(CACHE, family);
  mkdirSync(folder, { recursive: true });
  for (const file of FONTS[family].files) {
    const path = join(folder, basename(file));
    if (!existsSync(path))
      placeFile(path, (temporary) => copyFileSync(join(PACKAGES, file), temporary));
  }
  return folder;
};

const configOf = (family: FontFamily): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${fontFolder(family)}</dir>
  <cachedir>${CACHE}</cachedir>
  ${[...GENERIC, ...FONTS[family].aliases].map((name) => `<alias binding="same"><family>${name}</family><prefer><family>${family}</family></prefer></alias>`).join('\n  ')}
  <!-- local() finds a font by its full name, and styles do not name Arimo -->
  <match target="scan">
    <test name="fullname"><string>Arimo Bold</string></test>
    <edit name="fullname"><string>Liberation Sans Bold</string></edit>
  </match>
</fontconfig>
`;

/**
 * Writes a fontconfig file that has the fonts of one family and none of the machine.
 *
 * @returns its path, for the environment variable `FONTCONFIG_FILE`
 */
export const writeFontConfig = (family: FontFamily): string => {
  const path = join(CACHE, `${family}.conf`);
  const config = configOf(family);
  placeFile(path, (temporary) => writeFileSync(temporary, config));
  return path;
};
