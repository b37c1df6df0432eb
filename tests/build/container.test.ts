import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '#build/root.ts';
import { readSettings } from '#server/config/read-settings.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const manifest = JSON.parse(read('package.json'));
const dockerfile = read('Dockerfile');
const workflow = parse(read('.github/workflows/ci.yml'));

/** Instructions of the Dockerfile, continued lines joined, by stage. */
const stages = dockerfile
  .replaceAll(/\\\n/g, ' ')
  .split(/^(?=FROM )/m)
  .slice(1)
  .map((stage) =>
    stage
      .split('\n')
      .filter((line) => /^[A-Z]+ /.test(line))
      .map((line) => {
        const [instruction = '', ...words] = line.trim().split(/\s+/);
        return { instruction, words, text: words.join(' ') };
      }),
  );
const [buildStage = [], runStage = []] = stages;
const find = (stage: typeof buildStage, instruction: string) =>
  stage.filter((line) => line.instruction === instruction);
const environment = Object.fromEntries(
  find(runStage, 'ENV').flatMap(({ words }) => words.map((word) => word.split('=', 2))),
);

describe('the Dockerfile', () => {
  it('copies files that exist and that .dockerignore lets through', () => {
    const sources = find(buildStage, 'COPY').flatMap(({ words }) => words.slice(0, -1));
    expect(sources.length).toBeGreaterThan(5);
    expect(sources.filter((source) => !existsSync(join(ROOT, source)))).toEqual([]);
    const [first, ...allowed] = read('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(first).toBe('*');
    expect(allowed.map((line) => line.replace(/^!/, '')).sort()).toEqual(sources.sort());
  });

  it('copies everything that a build is made from', () => {
    const [, list = ''] =
      /const SOURCES = \[([^\]]+)\]/.exec(read('src/build/site/fingerprint.ts')) ?? [];
    const needed = [...list.matchAll(/'([^']+)'/g)].map(([, name]) => name);
    const copied = find(buildStage, 'COPY').flatMap(({ words }) => words.slice(0, -1));
    expect(needed.length).toBeGreaterThan(4);
    expect(copied).toEqual(expect.arrayContaining(needed));
  });

  it('takes what the build stage has made', () => {
    const copied = find(runStage, 'COPY').map(({ words }) => words);
    expect(copied.map(([from]) => from)).toEqual(copied.map(() => '--from=build'));
    const folder = find(buildStage, 'WORKDIR')[0]?.text;
    expect(copied.map(([, source]) => source)).toEqual(
      ['package.json', 'node_modules', 'dist'].map((name) => `${folder}/${name}`),
    );
  });

  it('builds with the commands that the README names', () => {
    const commands = find(buildStage, 'RUN').map(({ text }) => text);
    expect(read('README.md')).toContain(`\n${commands.join(' && ')}\n`);
  });

  it('runs the built server as an unprivileged user, with a health check and a volume', () => {
    const [command] = find(runStage, 'CMD');
    expect(JSON.parse(command?.text ?? '')).toEqual(['node', 'dist/server/main.js']);
    expect(read('src/build/commands/build.ts')).toContain("'dist', 'server', 'main.js'");
    expect(find(runStage, 'USER')[0]?.text).toBe('node');
    expect(find(runStage, 'HEALTHCHECK')[0]?.text).toContain('/healthz');
    expect(find(runStage, 'VOLUME')[0]?.text).toBe(environment['DATA_DIR']);
    expect(find(runStage, 'STOPSIGNAL')[0]?.text).toBe('SIGTERM');
  });

  it('has a health check that Node can parse', () => {
    const [, json = '[]'] =
      /CMD (\[.+\])$/.exec(find(runStage, 'HEALTHCHECK')[0]?.text ?? '') ?? [];
    const [node, flag, script] = JSON.parse(json);
    expect([node, flag]).toEqual(['node', '-e']);
    const { status } = spawnSync(process.execPath, ['--check', '-'], { input: script });
    expect(status).toBe(0);
  });

  it('exposes the port that the server listens on', () => {
    const { host, port } = readSettings(environment);
    expect(host).toBe('0.0.0.0');
    expect(find(runStage, 'EXPOSE')[0]?.text).toBe(String(port));
  });

  it('takes every build variable as an argument, but for the live view', () => {
    const page = read('docs/configuration.md');
    const documented = new Set(
      [...page.matchAll(/^\| `(VITE_[A-Z_]+|FUNNEL)`/gm)].map(([, name]) => name),
    );
    expect(find(buildStage, 'ARG').map(({ text }) => text)).toEqual(
      [...documented].filter((name) => name !== 'VITE_CHARTS'),
    );
  });
});

describe('what others publish', () => {
  const files = ['Dockerfile', 'compose.yaml', '.github/workflows/ci.yml'];
  const text = files.map(read).join('\n');
  const namesAfter = (key: RegExp) => [...text.matchAll(key)].map(([, name = '']) => name.trim());

  it('is an image by its tag and digest, whose renewed tag changes nothing', () => {
    const images = namesAfter(/^ *(?:FROM|image:) (?:--\S+ )?(\S+)/gm);
    expect(images.length).toBeGreaterThanOrEqual(7);
    const unpinned = images.filter((name) => !/^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/.test(name));
    expect(unpinned).toEqual([]);
  });

  it('is an action by its commit, with the version beside it', () => {
    const actions = namesAfter(/^ *-? *uses: (.+)$/gm);
    expect(actions.length).toBeGreaterThanOrEqual(2);
    const unpinned = actions.filter((name) => !/^[\w./-]+@[0-9a-f]{40} # v[\d.]+$/.test(name));
    expect(unpinned).toEqual([]);
  });

  it('is pinned in every file that names it', () => {
    const named = readdirSync(join(ROOT, '.github', 'workflows')).map(
      (name) => `.github/workflows/${name}`,
    );
    expect(files).toEqual(expect.arrayContaining(named));
  });
});

describe('continuous integration', () => {
  const { test } = workflow.jobs;

  it('runs .ci/run on the lowest supported version of Node and on that of the image', () => {
    const [, lowest] = /^>=(\d+)\./.exec(manifest.engines.node) ?? [];
    expect(Math.min(...test.strategy.matrix.node)).toBe(Number(lowest));
    expect(test.strategy.matrix.node).toContain(Number(read('.nvmrc')));
    expect(test.steps.at(-1)).toEqual({ run: 'bash .ci/run' });
    expect(existsSync(join(ROOT, '.ci', 'run'))).toBe(true);
  });

  it('has the PostgreSQL that .ci/run looks for', () => {
    expect(test.services.postgres.ports).toEqual(['5432:5432']);
    expect(read('.ci/run')).toContain(`127.0.0.1:5432/${test.services.postgres.env.POSTGRES_DB}`);
  });

  it('uses the same version of Node in the image and in .nvmrc', () => {
    const version = read('.nvmrc').trim();
    const images = [...dockerfile.matchAll(/^FROM node:(\d+)-/gm)].map(([, major]) => major);
    expect(images).toEqual([version, version]);
  });
});
