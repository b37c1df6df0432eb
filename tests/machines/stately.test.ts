import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { type ReadConfig, readChart } from '#build/read-chart.ts';
import { stateNodesOf } from '#charts/chart-edges.ts';

const FOLDER = new URL('../../machines/', import.meta.url);
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
  test('opens whole in tools that read the source', async () => {
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

  test('has an id and an onError for everything that it invokes', () => {
    for (const invoke of withDescendants(readChart(source(file))).flatMap(invokesOf))
      expect(invoke).toMatchObject({ id: expect.any(String), onError: expect.anything() });
  });

  test('describes itself, and every busy state leads somewhere', async () => {
    const [root, ...states] = withDescendants(readChart(source(file)));

    expect(root?.['description']).toBeTypeOf('string');
    for (const state of states.filter(({ tags }) => tags === 'busy'))
      expect(edgesOf(state).length).toBeGreaterThan(0);
  });
});

describe('a chart that those tools would drop parts of is refused', () => {
  const chart = (states: string) =>
    `const more = {}; const key = 'a'; setup({}).createMachine({ id: 'x', states: ${states} });`;

  test.each([
    ['spread states', '{ ...more }'],
    ['computed keys', '{ [key]: {} }'],
    ['imported states', 'more'],
    ['a helper call as a state', '{ a: make() }'],
    ['a const assertion', '{ a: {} } as const'],
    ['a satisfies clause', '{ a: {} } satisfies object'],
    ['a conditional initial state', "{ a: { initial: key ? 'b' : 'c' } }"],
    ['a target from a variable', '{ a: { on: { b: key } } }'],
    ['an inline guard', '{ a: { on: { b: { guard: () => true } } } }'],
  ])('%s', (_, states) => {
    expect(() => readChart(chart(states))).toThrow();
  });
});
