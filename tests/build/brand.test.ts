import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '#build/root.ts';
import * as brand from '#contract/brand.ts';

const SOURCE = join(ROOT, 'src', 'contract', 'brand.ts');

const filesBelow = (path: string): string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path).flatMap((name) => filesBelow(join(path, name)))
    : [path];

const texts = ['index.html', 'machines', 'public', 'src', 'vite.config.ts']
  .flatMap((path) => filesBelow(join(ROOT, path)))
  .filter((path) => path !== SOURCE)
  .map((path) => ({ path: path.slice(ROOT.length), text: readFileSync(path, 'utf8') }));

test.each([
  ['name', brand.name],
  ['tagline', brand.tagline],
  ['company', brand.company],
  ['phone', brand.phone],
  ['support mailbox', brand.supportEmail],
  ['info mailbox', brand.infoEmail],
  ['grievance officer', brand.grievanceOfficer.name],
  ['grievance mailbox', brand.grievanceOfficer.email],
  ['sales mailbox', brand.salesEmail],
  ['sender', brand.senderEmail],
  ['host', new URL(brand.siteAddress).host],
])('the %s is typed in the brand file alone', (_, value) => {
  expect(texts.length).toBeGreaterThan(100);
  expect(texts.filter(({ text }) => text.includes(value)).map(({ path }) => path)).toEqual([]);
});
