import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readChartSource } from '#build/charts/read-chart-source.ts';
import { drawMermaid } from '#charts/chart-docs/mermaid.ts';
import { charts, linkCharts } from '#charts/model/all-charts.ts';
import { describeChart } from '#charts/model/describe-chart.ts';
import { playerMachine } from '#tests/support/charts/player-chart.ts';

const source = readFileSync(new URL('../support/charts/player-chart.ts', import.meta.url), 'utf8');
const chart = describeChart(
  { name: 'player', machine: playerMachine },
  readChartSource(source, 'player'),
);
const stateAt = (path: string) => chart.states.find((state) => state.path === path);
const eventOf = (type: string) => chart.events.find((event) => event.type === type);

test('a chart without setup is read as one with it', () => {
  const read = readChartSource(`createMachine(
    { types: {} as { context: Board; events: { type: 'PLAY'; at: number } | { type: 'RESET' } } },
    { guards: { isFree: ({ context }) => context.free } },
  )`);
  expect(read).toMatchObject({
    context: 'Board',
    events: [{ type: 'PLAY', payload: '{ at: number }' }, { type: 'RESET' }],
    guards: { isFree: '({ context }) => context.free' },
  });
});

describe('the description of a chart with all XState features contains', () => {
  test('its doc comment and its types as written in the source', () => {
    expect(chart.purpose).toMatch(/^Plays tracks: a chart with everything .* `spawnChild`\.$/);
    expect(chart).toMatchObject({
      description: 'Plays tracks.',
      input: '{ id: string }',
      context: '{ id: string; tries: number }',
      output: '{ seconds: number }',
      emits: [{ type: 'played', payload: '{ track: Track }' }],
    });
    const track = chart.mentioned.find(({ name }) => name === 'Track');
    expect(track?.text).toMatch(/^\/\*\* What can be played\. \*\/\ninterface Track \{/);
  });

  test('its states: tags, entry and exit actions, history with default target', () => {
    expect(stateAt('')).toMatchObject({
      type: 'parallel',
      entry: ['startTick'],
      exit: ['show(over)'],
    });
    // XState adds actions for delays there, which the source does not contain.
    expect(stateAt('note.end')).toMatchObject({ tags: ['idle', 'early'], entry: [], exit: [] });
    expect(stateAt('note.before')).toMatchObject({ type: 'history', history: 'shallow' });
    expect(stateAt('note.state.resumed')).toMatchObject({
      history: 'deep',
      initial: ['player.note.state.deep.second'],
    });
    expect(stateAt('note.both')).toMatchObject({ invokes: ['load'] });
  });

  test('its events: payloads through aliases and intersections, senders', () => {
    expect(eventOf('key.held')).toMatchObject({ payload: '{ key: string }', states: [] });
    expect(eventOf('volume.changed')).toMatchObject({ payload: 'Volume' });
    expect(eventOf('again')).toMatchObject({ senders: [{ by: 'chart' }] });
    expect(eventOf('opened')).toMatchObject({ senders: [{ by: 'person', files: [] }] });
    expect(eventOf('xstate.done.actor.load')).toMatchObject({
      payload: 'Track',
      senders: [{ by: 'child', of: 'load' }],
    });
    expect(eventOf('xstate.after.700.end')).toMatchObject({ senders: [{ by: 'time', of: '700' }] });
    expect(eventOf('xstate.done.state.player.note.state')).toMatchObject({
      senders: [{ by: 'chart' }],
    });
    expect(eventOf('*')).toMatchObject({ senders: [], states: ['player'] });
  });

  test('its actors: invoked and spawned', () => {
    const tick = { src: 'tick', kind: 'callback', receives: "{ type: 'beat' }", states: [] };
    expect(chart.actors).toMatchObject([
      {
        id: 'load',
        src: 'loadTrack',
        kind: 'promise',
        input: '{ id: string }',
        output: 'Track',
        states: ['player.note.both'],
      },
      { id: 'ticking', input: '{ everyMs: number }', ...tick },
      { id: 'retrying', ...tick },
    ]);
  });

  test('its guards and delays: nested guards, delays as numbers', () => {
    const namesOf = (rules: { name: string }[]) => rules.map(({ name }) => name);
    expect(namesOf(chart.guards)).toEqual(['isFresh', 'isAbove', 'isQuiet']);
    expect(chart.guards[0]).toMatchObject({ states: ['end'], within: ['isQuiet'] });
    expect(chart.guards[2]).toMatchObject({
      rule: "and(['isFresh', not(stateIn({ sound: 'on' }))])",
      states: ['end'],
    });
    expect(chart.edges.find(({ event }) => event === '')).toMatchObject({
      guard: 'or(isAbove({"tries":3}), not(isQuiet))',
    });
    expect(chart.delays).toMatchObject([
      { name: 'blink', rule: '500', states: ['end'] },
      { name: '700', states: ['end'] },
    ]);
  });

  test('its forwarded events', () => {
    expect(chart.sends).toContainEqual({
      to: 'ticking',
      events: ['volume.*'],
      isForwarding: true,
    });
  });

  test('its states and edges even without source', () => {
    const bare = describeChart({ name: 'player', machine: playerMachine }, readChartSource(''));
    expect(bare.purpose).toBe('Plays tracks.');
    expect(bare.states).toEqual(chart.states);
    expect(bare.edges).toEqual(chart.edges);
  });
});

test('linked charts: the parent gets input and output of the child, the child gets its senders', () => {
  const inner = { ...chart, name: 'inner', input: 'In', output: 'Out', sendsToParent: ['moved'] };
  const outer = {
    ...chart,
    name: 'outer',
    actors: chart.actors.map((actor) => ({ ...actor, chart: 'inner' })),
    events: [...chart.events, { type: 'moved', senders: [], states: [] }],
  };
  const [linkedInner, linkedOuter] = linkCharts([inner, outer]);

  expect(linkedOuter?.actors[0]).toMatchObject({ input: 'In', output: 'Out' });
  expect(linkedOuter?.events.find(({ type }) => type === 'xstate.done.actor.load')).toMatchObject({
    payload: 'Out',
  });
  expect(linkedOuter?.events.at(-1)?.senders).toContainEqual({ by: 'child', of: 'ticking' });
  expect(linkedInner?.events.find(({ type }) => type === 'volume.*')?.senders).toContainEqual({
    by: 'parent',
    of: 'outer',
  });
});

describe('the diagram of', () => {
  const described = [
    chart,
    ...charts.map(({ name, machine }) => describeChart({ name, machine }, readChartSource(''))),
  ].map((one) => [one.name, one] as const);

  test.each(described)('%s has each state once and each arrow between states', (_, one) => {
    const lines = drawMermaid(one)
      .split('\n')
      .map((line) => line.trim());
    const names = lines.flatMap(
      (line) => /^state (?:".*" as )?(\w+)(?: \{| <<choice>>)?$/.exec(line)?.[1] ?? [],
    );
    const arrows = lines.flatMap((line) => {
      const [, from, to] = /^(\S+) --> (\S+)(?: : .+)?$/.exec(line) ?? [];
      return from && to ? [[from, to]] : [];
    });

    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(one.states.length - 1);
    expect(arrows.flat().filter((end) => end !== '[*]' && !names.includes(end))).toEqual([]);
    // Every edge is drawn, as an arrow or as a line inside its state.
    const labels = lines.filter((line) => / : /.test(line)).join('\n');
    for (const { cause, event } of one.edges)
      if (cause === 'event' && !event.includes('*')) expect(labels).toContain(event);
  });

  test.each(described)('%s has no arrow between a state and one around it', (_, one) => {
    // Mermaid rejects some of these and draws the others outside of the view.
    const inside: string[] = [];
    const around = new Map<string, string[]>();
    const text = drawMermaid(one);
    for (const line of text.split('\n').map((each) => each.trim())) {
      const [, name, opening] = /^state (?:".*" as )?(\w+)(?:( \{)| <<choice>>)?$/.exec(line) ?? [];
      if (name) around.set(name, [...inside]);
      if (name && opening) inside.push(name);
      if (line === '}') inside.pop();
    }
    for (const [, from = '', to = ''] of text.matchAll(/(\w+) --> (\w+)/g)) {
      expect(around.get(from)).not.toContain(to);
      expect(around.get(to)).not.toContain(from);
    }
  });

  test('a chart with all XState features escapes the syntax of Mermaid', () => {
    const drawn = drawMermaid(chart);
    expect(drawn).toContain('state "1 #34;odd#34; #60;key#62;" as _player_note_1_odd_key_');
    expect(drawn).toContain('_player_any : volume.#42; / passToTick');
    expect(drawn).toContain('_end --> _end : after blink [else] (anew)');
    expect(drawn).toContain('_player_note_state_any --> _player_note_state_entered : again (anew)');
    expect(drawn).toContain('_player_note_state_any --> _player_note_both_left_b : split');
    expect(drawn).toContain('_player_note_state_any --> _player_note_both_right_d : split');
    expect(drawn).toContain(
      '_player_note_state_resumed --> _player_note_state_deep_second : at first',
    );
  });
});
