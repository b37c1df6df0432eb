import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { stateNodesOf } from '#charts/model/chart-edges.ts';
import { type ReadConfig, readChart } from '#tests/support/charts/read-chart.ts';

const FOLDER = new URL('../../machines/', import.meta.url);
/** The messages of `readChart`, unlike those of a parser or of this test. */
const UNREADABLE = /in a chart's config|drop it silently|charts in one file/;
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.ts'));
const MODULES = import.meta.glob<Record<string, unknown>>('../../machines/*.ts');

const listOf = (value: unknown): unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

const valuesOf = (value: unknown): unknown[] => Object.values(value ?? {}).flatMap(listOf);

const withDescendants = (config: ReadConfig): ReadConfig[] => [
  config,
  ...Object.values(config.states ?? {}).flatMap(withDescendants),
];

const invokesOf = (config: ReadConfig) => listOf(config['invoke']) as ReadConfig[];

const edgesOf = (config: ReadConfig): unknown[] => [
  ...valuesOf(config['on']),
  ...valuesOf(config['after']),
  ...listOf(config['always']),
  ...listOf(config['onDone']),
  ...invokesOf(config).flatMap(({ onDone, onError }) => [...listOf(onDone), ...listOf(onError)]),
];

const source = (file: string) => readFileSync(new URL(file, FOLDER), 'utf8');

const machineIn = async (file: string): Promise<AnyStateMachine> => {
  const exported = Object.values((await MODULES[`../../machines/${file}`]?.()) ?? {});
  return exported.find((value) => typeof value === 'object') as AnyStateMachine;
};

describe.each(FILES)('%s', (file) => {
  test('is read completely by tools that parse the source', async () => {
    const configs = withDescendants(readChart(source(file)));
    const machine = await machineIn(file);
    const nodes = stateNodesOf(machine);
    const edges = nodes.flatMap(({ transitions, always = [] }) => [
      ...[...transitions.values()].flat(),
      ...always,
    ]);

    expect(configs[0]?.id).toBe(machine.id);
    expect(configs).toHaveLength(nodes.length);
    expect(configs.flatMap(edgesOf)).toHaveLength(edges.length);
  });

  test('has an id and an onError for each invoke', async () => {
    const invokes = withDescendants(readChart(source(file))).flatMap(invokesOf);
    const invoked = stateNodesOf(await machineIn(file)).flatMap(({ invoke }) => invoke);
    expect(invokes).toEqual(
      invoked.map(() =>
        expect.objectContaining({ id: expect.any(String), onError: expect.anything() }),
      ),
    );
  });

  test('has a description, and every busy state has a transition', async () => {
    const [root, ...states] = withDescendants(readChart(source(file)));

    expect(root?.['description']).toBeTypeOf('string');
    for (const state of states.filter(({ tags }) => tags === 'busy'))
      expect(edgesOf(state).length).toBeGreaterThan(0);
  });
});

describe('a chart that those tools cannot read completely is rejected', () => {
  const chart = (states: string) =>
    `const more = {}; const key = 'a'; setup({}).createMachine({ id: 'x', states: ${states} });`;

  test.each([
    ['spread states', '{ ...more }'],
    ['a spread state', '{ a: { ...more } }'],
    ['an imported state', '{ a: more }'],
    ['computed keys', '{ [key]: {} }'],
    ['imported states', 'more'],
    ['a function call as a state', '{ a: make() }'],
    ['a function call as all states', 'make(more)'],
    ['a separate state config', '{ a: setup({}).createStateConfig({ on: {} }) }'],
    ['shorthand', '{ more }'],
    ['a const assertion', '{ a: {} } as const'],
    ['a satisfies clause', '{ a: {} } satisfies object'],
    ['a conditional initial state', "{ a: { initial: key ? 'b' : 'c' } }"],
    ['an initial state from a variable', '{ a: { initial: key } }'],
    ['an id from a variable', '{ a: { id: key } }'],
    ['an id from a template', '{ a: { id: `a` } }'],
    ['a target from a variable', '{ a: { on: { b: key } } }'],
    ['a target of an edge from a variable', '{ a: { on: { b: { target: key } } } }'],
    ['a target of several from a variable', "{ a: { on: { b: { target: ['c', key] } } } }"],
    ['a conditional target', "{ a: { always: { target: key ? 'b' : 'c' } } }"],
    ['an inline action', '{ a: { entry: () => {} } }'],
    ['a state with an opaque name from a variable', '{ input: more }'],
    ['an inline guard', '{ a: { on: { b: { guard: () => true } } } }'],
  ])('%s', (_, states) => {
    expect(() => readChart(chart(states))).toThrow(UNREADABLE);
  });

  test.each([
    ['a const assertion on the config', "setup({}).createMachine({ id: 'x' } as const)"],
    ['a satisfies clause on the config', "setup({}).createMachine({ id: 'x' } satisfies object)"],
    ['a config from a variable', "const config = { id: 'x' }; setup({}).createMachine(config)"],
    ['an id of the chart from a variable', "const id = 'x'; setup({}).createMachine({ id })"],
    ['a separate setup', "const made = setup({}); made.createMachine({ id: 'x' })"],
    ['a chart without setup', "createMachine({ id: 'x' })"],
    [
      'two charts in one file',
      "setup({}).createMachine({ id: 'x' }); setup({}).createMachine({ id: 'y' })",
    ],
  ])('%s', (_, source) => {
    expect(() => readChart(source)).toThrow(UNREADABLE);
  });

  test('a readable chart is accepted with any state names', () => {
    expect(readChart(chart("{ a: { on: { b: 'input' } }, input: {}, context: {} }"))).toEqual({
      id: 'x',
      states: { a: { on: { b: 'input' } }, input: {}, context: {} },
    });
  });
});
