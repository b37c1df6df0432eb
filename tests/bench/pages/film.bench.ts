import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '#build/root.ts';
import { launchBrowser } from '#tests/support/browser/launch-browser.ts';
import { benchAddresses } from './bench-routes.ts';
import { type Film, film } from './film.ts';
import { serveSite } from './served-site.ts';

const FILM = join(ROOT, '.cache', 'bench', 'film');

/** Saves every frame under its time; returns the times at which the screen changed. */
const save = (address: string, { frames }: Film): number[] => {
  const folder = join(FILM, address.replace(/^\/(?:#\/)?/, '') || 'home');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { atMs, picture } of frames)
    writeFileSync(join(folder, `${String(atMs).padStart(5, '0')}.jpg`), picture);
  return frames
    .filter(({ picture }, index) => !frames[index - 1]?.picture.equals(picture))
    .map(({ atMs }) => atMs);
};

test('what the screen shows while each page loads', async () => {
  const site = await serveSite();
  const browser = await launchBrowser({ switches: ['--ignore-certificate-errors'] });
  const rows = [];
  for (const address of benchAddresses) {
    const shown = await film(browser, `${site.url}${address}`);
    rows.push({
      page: address,
      'screen changes at, ms': save(address, shown).join(' '),
      shifts: shown.shifts.length,
    });
    for (const shift of shown.shifts) console.log(address, JSON.stringify(shift));
  }
  await browser.close();
  await site.close();
  console.table(rows);
  console.log(JSON.stringify(rows));
  console.log(`Frames every 50 ms are in ${FILM}`);
  expect(rows).toHaveLength(benchAddresses.length);
});
