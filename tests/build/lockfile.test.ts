import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '#build/root.ts';

interface Package {
  name?: string;
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  hasInstallScript?: boolean;
}

const lockfile: { packages: Record<string, Package> } = JSON.parse(
  readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
);
const packages = Object.entries(lockfile.packages).filter(([path]) => path !== '');

/** Paths of the packages that break a rule. */
const violationsOf = (rule: (entry: Package) => boolean): string[] => {
  expect(packages).not.toEqual([]);
  return packages.filter(([, entry]) => !rule(entry)).map(([path]) => path);
};

it('every package has an exact version and a SHA-512 integrity', () => {
  expect(violationsOf(({ version }) => /^\d+\.\d+\.\d+/.test(version ?? ''))).toEqual([]);
  expect(violationsOf(({ integrity }) => /^sha512-[\w+/]{86}==$/.test(integrity ?? ''))).toEqual(
    [],
  );
});

it('no package names a place of its own: each comes from the registry that npm is set to', () => {
  expect(violationsOf(({ resolved, link }) => resolved === undefined && !link)).toEqual([]);
});

it('no package has an install script, and none would be run', () => {
  expect(violationsOf(({ hasInstallScript }) => !hasInstallScript)).toEqual([]);
  expect(readFileSync(join(ROOT, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
});
