// @module-tag further
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ROOT } from '#build/root.ts';
import type { PathsArguments } from '#paths/command/command.ts';
import { printPaths } from '#paths/command/output.ts';

const LAMP = `
import { createMachine } from 'xstate';
export const lamp = createMachine({
  id: 'lamp', initial: 'off',
  states: { off: { on: { 'switch.pressed': 'on' } }, on: { on: { 'switch.pressed': 'off' } } },
});
`;
/** A chart with input, payloads, actors with and without an id, a child chart and a delay. */
const CART = `
import { assign, createMachine, fromPromise, type PromiseActorLogic, setup } from 'xstate';
interface Item { id: string; cents: number; at?: Date }
type Kind = 'gift' | 'own';
const packing = setup({ types: { output: {} as { boxes: number } } }).createMachine({
  id: 'packing', type: 'final', output: { boxes: 1 },
});
export default setup({
  types: {
    input: {} as { currency: string; first?: Item },
    context: {} as { items: Item[] },
    events: {} as
      | { type: 'item.added'; item: Item; kind: Kind }
      | { type: 'note.typed'; text: string; files: File[]; seen: Map<string, Kind>; tuple: [Kind, 1] }
      | { type: 'paid' | 'left' },
  },
  actors: { packing, load: fromPromise(async (): Promise<'ok' | 'empty'> => 'ok') } as {
    packing: typeof packing;
    load: PromiseActorLogic<'ok' | 'empty'>;
    pay: PromiseActorLogic<{ ok: true } | { ok: false; isLate: boolean }, { cents: number }>;
  },
  delays: { patience: 1000 },
  guards: { isOk: (_, { ok }: { ok: boolean }) => ok },
}).createMachine({
  id: 'cart',
  context: ({ input }) => ({ items: input.first ? [input.first] : [] }),
  initial: 'open',
  states: {
    open: {
      on: {
        'item.added': { actions: assign({ items: ({ event }) => [event.item] }) },
        'note.typed': { guard: ({ event }) => event.text.length > 0 },
        paid: 'paying',
      },
      after: { patience: 'left' },
    },
    paying: {
      invoke: {
        id: 'pay', src: 'pay', input: { cents: 1 },
        onDone: [
          { guard: { type: 'isOk', params: ({ event }) => event.output }, target: 'packing' },
          { target: 'open' },
        ],
      },
      on: { left: 'left' },
    },
    packing: { invoke: { src: 'packing', onDone: { guard: ({ event }) => event.output.boxes > 0, target: 'left' } } },
    left: { type: 'final' },
  },
});
`;

const MINE = 'export const options = { events: [] };';

let folder: string;
let output: { out: string; err: string };
let failures = 0;
beforeEach(() => {
  failures = 0;
  folder = mkdtempSync(join(tmpdir(), 'own-chart-'));
  output = { out: '', err: '' };
  vi.stubEnv('INIT_CWD', folder);
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    output.out += text;
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    output.err += text;
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

type Values = PathsArguments['values'];

/** Runs the command without its worker; returns what it prints, or the sentence with which it fails. */
const run = async (name?: string, values: Values = {}): Promise<string> => {
  output = { out: '', err: '' };
  try {
    await printPaths({ values, positionals: name === undefined ? [] : [name] });
    return output.out;
  } catch (error) {
    failures += 1;
    return `${(error as Error).message}\n`;
  }
};

describe('a chart file', () => {
  test.each(['lamp.ts', './lamp.ts'])('is found from where npm was called: %s', async (name) => {
    write('lamp.ts', LAMP);
    expect(await run(name)).toContain('lamp: 2 states, 2 edges, 1 path, 2 steps');
    expect(output.err).toBe('');
  });

  test('is found by its absolute path, also as JavaScript', async () => {
    expect(await run(write('lamp.js', LAMP))).toContain('lamp: 2 states');
  });

  test('may have a default export beside others, and a chart is chosen by the name of its export', async () => {
    const other = LAMP.replaceAll('lamp', 'other').replace(/import.*/, '');
    write('two.ts', LAMP + other);
    expect(await run('two.ts')).toBe(
      'two.ts exports several charts: lamp, other. Choose one: --export lamp\n',
    );
    expect(await run('two.ts', { export: 'other' })).toContain('other: 2 states');
    expect(await run('two.ts', { export: 'none' })).toContain(
      'exports no chart none. It exports: lamp, other',
    );
    write('two.ts', `${LAMP}${other}export default other;`);
    expect(await run('two.ts')).toContain('other: 2 states');
    write('two.ts', `${LAMP}export default lamp;`);
    expect(await run('two.ts')).toContain('lamp: 2 states');
  });

  test.each([
    ['no file', 'none.ts', '', /^No file none\.ts in /],
    ['no file at an absolute path', '/none.ts', '', /^No file \/none\.ts$/m],
    ['a folder', './', '', /is a folder/],
    ['no chart in it', 'a.ts', 'export const a = 1;', /^a\.ts exports no chart\./],
    [
      'an error at its top',
      'a.ts',
      'throw new Error("out of oil");',
      /a\.ts can't be loaded: out of oil/,
    ],
    ['a syntax error', 'a.ts', 'export const = 1;', /^(?=.*a\.ts can't be loaded: )[\P{Cc}\n]+$/u],
    ['an import of nothing', 'a.ts', 'import "./nothing.ts";', /a\.ts can't be loaded: .*nothing/],
    ['an unknown name', 'lamp', '', /^No chart lamp\. There are: .*\.\/lamp\.ts/],
    ['CommonJS', 'a.cjs', 'module.exports = {};', /a\.cjs is a CommonJS module\. .*ES modules/],
    ['CommonJS in a .js', 'a.js', "const x = require('xstate');", /a\.js is a CommonJS module\./],
    [
      'a function of XState 4',
      'a.ts',
      LAMP.replaceAll('createMachine', 'Machine'),
      /a\.ts is written for XState 4 \(Machine of xstate\)/,
    ],
    [
      'a key of XState 4',
      'a.ts',
      LAMP.replace(
        "'switch.pressed': 'on'",
        "'switch.pressed': { cond: () => true, target: 'on' }",
      ),
      /a\.ts is written for XState 4 \(cond\)/,
    ],
    [
      'a machine of XState 4',
      'a.ts',
      'export const a = { __xstatenode: true, machine: {} };',
      /a\.ts is written for XState 4 \(its machine\)/,
    ],
    [
      'a guard without implementation',
      'a.ts',
      LAMP.replace("'switch.pressed': 'on'", "'switch.pressed': { guard: 'isDark', target: 'on' }"),
      /^lamp: the guard isDark must be implemented/,
    ],
  ])('with %s is one clear error', async (_, name, text, message) => {
    if (text !== '') write(name, text);
    expect(await run(name)).toMatch(message);
    expect(failures).toBe(1);
  });

  test('may leave its actors unprovided: the missing answers are named, and how to list them', async () => {
    write(
      'a.ts',
      LAMP.replace(
        "on: { 'switch.pressed': 'off' }",
        "invoke: { id: 'glow', src: 'glow', onDone: 'off' }",
      ),
    );
    expect(await run('a.ts')).toContain('needs an event xstate.done.actor.glow with an output');
    expect(output.err).toContain('add --template');
  });

  test('with a guard that no event without payload opens says that none had a payload', async () => {
    write(
      'a.ts',
      LAMP.replace(
        "'switch.pressed': 'on'",
        "'switch.pressed': { guard: ({ event }) => event.hard, target: 'on' }",
      ),
    );
    expect(await run('a.ts')).toContain(
      'off|switch.pressed|0: its guard a condition never holds there for an event without payload\n',
    );
  });

  test('beside XState 4 is one clear error', async () => {
    write('lamp.ts', LAMP);
    mkdirSync(join(folder, 'node_modules', 'xstate'), { recursive: true });
    write('node_modules/xstate/package.json', '{ "version": "4.38.3" }');
    expect(await run('lamp.ts')).toMatch(
      /lamp\.ts is written for XState 4 \(xstate 4\.38\.3 is installed/,
    );
  });

  test('fails with --strict where an edge or a state is not covered', async () => {
    write('lamp.ts', LAMP);
    expect(await run('lamp.ts', { strict: true })).toContain('lamp: 2 states');
    expect(failures).toBe(0);
    write('dark.ts', LAMP.replace("'switch.pressed': 'off'", "'xstate.done.actor.a': 'off'"));
    expect(await run('dark.ts')).toContain('needs an event');
    expect(failures).toBe(0);
    expect(await run('dark.ts', { strict: true })).toBe(
      '--strict: not everything is covered in lamp\n',
    );
    expect(output.out).toContain('needs an event');
    write('island.ts', LAMP.replace('states: {', 'states: { island: {},'));
    expect(await run('island.ts', { strict: true })).toContain('--strict');
    expect(output.out).toContain('States that nothing reaches:\n  island: never reached');
    expect(await run('island.ts', { strict: true, to: 'island' })).toContain('--strict');
    expect(await run('island.ts', { strict: true, to: 'on' })).toContain('reaches on in 1 step');
  });

  test('has its approved paths beside it', async () => {
    write('lamp.ts', LAMP);
    const printed = await run('lamp.ts');
    await run('lamp.ts', { approve: true });
    expect(readFileSync(join(folder, 'lamp.paths.txt'), 'utf8')).toBe(printed);
  });
});

describe('events', () => {
  test('come from a JSON file or a module, and one that no state takes is reported', async () => {
    write('lamp.ts', LAMP);
    write('events.json', '[{ "type": "switch.presed" }]');
    expect(await run('lamp.ts', { events: 'events.json' })).toContain(
      'needs an event switch.pressed',
    );
    expect(output.err).toContain('No state takes the listed switch.presed.');
    write('events.ts', "export const options = { events: [{ type: 'switch.pressed' }] };");
    expect(await run('lamp.ts', { events: 'events.ts' })).toContain('2 steps');
  });

  test.each([
    ['a.json', '{', /a\.json is no JSON: /],
    ['a.json', '{}', /a\.json has no list of events: /],
    ['a.json', 'null', /a\.json has no list of events: /],
    ['a.json', '[{ "type": "a" }, { "tipe": "b" }]', /a\.json: event 2 has no type/],
    ['a.json', '{ "events": [], "inputs": [] }', /inputs must be a list of at least one input/],
    ['a.json', '{ "events": [], "limits": { "hours": 1 } }', /limits are positive numbers: conf/],
    ['a.json', '{ "events": [], "limits": { "seconds": 0 } }', /not seconds: 0/],
    ['a.ts', 'export const events = [];', /a\.ts has no export options/],
    ['none.json', '', /^No file none\.json/],
  ])('in %s with %s are one clear error', async (name, text, message) => {
    write('lamp.ts', LAMP);
    if (text !== '') write(name, text);
    expect(await run('lamp.ts', { events: name })).toMatch(message);
  });
});

describe('--template', () => {
  const compile = () => {
    write(
      'tsconfig.json',
      JSON.stringify({
        extends: join(ROOT, 'tsconfig.json'),
        compilerOptions: { types: [], paths: { xstate: [join(ROOT, 'node_modules/xstate')] } },
        include: ['*.ts'],
      }),
    );
    const { stdout } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder], {
      encoding: 'utf8',
    });
    return stdout;
  };

  /** Whether the formatter and the linter accept a file, with the rules of the project. */
  const isAccepted = (name: string): boolean => {
    const rules = JSON.parse(readFileSync(join(ROOT, 'biome.json'), 'utf8'));
    write('biome.json', JSON.stringify({ ...rules, vcs: { enabled: false } }));
    write('package.json', '{ "dependencies": { "xstate": "5" } }');
    const biome = join(ROOT, 'node_modules/.bin/biome');
    return spawnSync(biome, ['check', '--error-on-warnings', name], { cwd: folder }).status === 0;
  };

  test('writes what the formatter accepts', async () => {
    write('cart.ts', CART);
    await run('cart.ts', { template: true });
    const text = readFileSync(join(folder, 'cart.paths.ts'), 'utf8');
    write('quoted.paths.ts', text.replaceAll("'", '"'));
    expect([isAccepted('cart.paths.ts'), isAccepted('quoted.paths.ts')]).toEqual([true, false]);
  });

  test('writes a file that compiles, and whose samples take every edge', async () => {
    write('cart.ts', CART);
    expect(await run('cart.ts')).toMatch(
      /^cart can't start with the input undefined: [\s\S]*add --template/,
    );
    expect(await run('cart.ts', { template: true })).toContain('Wrote cart.paths.ts');
    expect(compile()).toBe('');
    const text = readFileSync(join(folder, 'cart.paths.ts'), 'utf8');
    expect(text).toContain("item: { id: 'text', cents: 1 }, kind: 'own' }");
    expect(text).toContain('output: { ok: false, isLate: true }');
    expect(text).toContain("{ type: 'left' }");
    // What the child chart answers is derived from it.
    expect(text).not.toContain('packing');
    const printed = await run('cart.ts');
    expect(printed).toContain('cart: 4 states, 8 edges');
    expect(printed).not.toContain('Edges that nothing opens');
  });

  test('lists the event types of a chart without types', async () => {
    write('lamp.ts', LAMP);
    await run('lamp.ts', { template: true });
    expect(compile()).toBe('');
    expect(await run('lamp.ts')).toContain('lamp: 2 states, 2 edges, 1 path, 2 steps');
  });

  test('overwrites nothing', async () => {
    write('lamp.ts', LAMP);
    write('lamp.paths.ts', MINE);
    expect(await run('lamp.ts', { template: true })).toContain('lamp.paths.ts exists already');
    expect(readFileSync(join(folder, 'lamp.paths.ts'), 'utf8')).toBe(MINE);
    expect(await run('otp', { template: true })).toContain('src/paths/options has otp already');
    expect(existsSync(join(ROOT, 'machines/otp.paths.ts'))).toBe(false);
  });

  test('needs a chart', async () => {
    expect(await run(undefined, { template: true })).toContain('--template needs a chart');
  });
});
