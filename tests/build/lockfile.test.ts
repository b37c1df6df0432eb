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

const REGISTRY = 'https://registry.npmjs.org/';

const read = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
const lockfile: { packages: Record<string, Package> } = read('package-lock.json');
const manifest = read('package.json');
const packages = Object.entries(lockfile.packages).filter(([path]) => path !== '');

/** The packages that a rule doesn't hold for. */
const except = (rule: (entry: Package) => boolean): string[] =>
  packages.filter(([, entry]) => !rule(entry)).map(([path]) => path);

it('the lockfile holds the whole tree', () => {
  expect(packages.length).toBeGreaterThan(300);
  const { dependencies, devDependencies } = manifest;
  const names = Object.keys({ ...dependencies, ...devDependencies });
  const locked = new Set(packages.map(([path]) => path));
  expect(names.filter((name) => !locked.has(`node_modules/${name}`))).toEqual([]);
});

it('every package is one version with one content', () => {
  expect(except(({ version }) => /^\d+\.\d+\.\d+/.test(version ?? ''))).toEqual([]);
  expect(except(({ integrity }) => /^sha512-[\w+/]{86}==$/.test(integrity ?? ''))).toEqual([]);
});

it('every package comes from the public registry: no other host, no repository, no folder', () => {
  expect(
    except(({ resolved, link }) => !link && (resolved ?? REGISTRY).startsWith(REGISTRY)),
  ).toEqual([]);
});

it('no package runs a script when it is installed', () => {
  expect(except(({ hasInstallScript }) => !hasInstallScript)).toEqual([]);
});
