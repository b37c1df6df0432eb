import type { ChartDescription } from './describe-chart.ts';
import type { Sender } from './describe-events.ts';
import type { RuleDescription } from './describe-rules.ts';
import { drawMermaid } from './draw-mermaid.ts';
import { causeLabel } from './edge-label.ts';
import { code, codes, table, words } from './markdown-text.ts';

/** The address of a chart's section within the atlas. */
const anchorOf = (name: string): string => `#${name.toLowerCase().replaceAll(/[^\w-]/g, '')}`;

/** A link to a chart's section. */
export const linkTo = (name: string): string => `[${code(name)}](${anchorOf(name)})`;

const listed = (parts: string[]): string => parts.filter((part) => part !== '').join('\n\n');

const under = (heading: string, text: string): string =>
  text === '' ? '' : `### ${heading}\n\n${text}`;

const typed = (type: string | undefined): string => (type === undefined ? '–' : code(type));

/** Files as links from the folder that the atlas stands in. */
const filesOf = (files: string[]): string =>
  files.map((file) => `[${code(file.replace(/^.*\//, ''))}](../${file})`).join(', ');

/** Who sends an event, in words; charts around it are said together. */
const sendersOf = (senders: Sender[]): string => {
  const parents = senders.flatMap((sender) => (sender.by === 'parent' ? [linkTo(sender.of)] : []));
  const others = senders.flatMap((sender) => (sender.by === 'parent' ? [] : [senderOf(sender)]));
  const around = parents.length > 0 ? [`passed on by ${parents.join(', ')}`] : [];
  return [...others, ...around].join('; ') || '–';
};

const senderOf = (sender: Exclude<Sender, { by: 'parent' }>): string => {
  if (sender.by === 'person')
    return sender.files.length > 0 ? `a person: ${filesOf(sender.files)}` : 'a person';
  if (sender.by === 'program') return `the page itself: ${filesOf(sender.files)}`;
  if (sender.by === 'child') return `its actor ${code(sender.of)}`;
  return sender.by === 'time' ? `time: ${code(sender.of)}` : 'the chart itself';
};

/** Writes a chart's section of the atlas: purpose, diagram, tables. */
export const writeSection = (chart: ChartDescription): string => {
  const paths = new Map(chart.states.map(({ id, path }) => [id, path || chart.id]));
  const pathOf = (id: string) => paths.get(id) ?? id;
  const pathsOf = (ids: string[]) => codes(ids.map(pathOf));
  const rules = (heads: string[], described: RuleDescription[]) =>
    table(
      heads,
      described.map(({ name, rule, states, within }) => {
        const places = [
          states.length > 0 ? pathsOf(states) : '',
          within.length > 0 ? `within ${codes(within)}` : '',
        ];
        return [code(name), typed(rule), places.filter(Boolean).join('; ') || '–'];
      }),
    );

  const states = table(
    ['state', 'kind', 'description', 'tags', 'runs', 'on entry', 'on exit'],
    chart.states.map((state) => [
      code(pathOf(state.id)),
      state.history ? `${state.history} history` : state.type,
      words(state.description ?? ''),
      codes(state.tags),
      codes(state.invokes),
      codes(state.entry),
      codes(state.exit),
    ]),
  );
  const edges = table(
    ['from', 'event', 'guard', 'to', 'does'],
    chart.edges.map((edge) => [
      code(pathOf(edge.source)),
      causeLabel(edge) === '' ? 'at once' : code(causeLabel(edge)),
      edge.guard === undefined ? '' : code(edge.guard),
      edge.targets.length > 0 ? pathsOf(edge.targets) + (edge.reenter ? ', anew' : '') : 'stays',
      codes(edge.actions),
    ]),
  );
  const events = table(
    ['event', 'comes with', 'sent by', 'taken in'],
    chart.events.map(({ type, payload, senders, states: taking }) => [
      code(type),
      typed(payload),
      sendersOf(senders),
      pathsOf(taking),
    ]),
  );
  const actors = table(
    ['actor', 'is', 'input', 'output', 'runs in'],
    chart.actors.map((actor) => [
      code(actor.id),
      actor.chart
        ? `the chart ${linkTo(actor.chart)}`
        : `${code(actor.src)}${actor.kind ? `, ${actor.kind}` : ''}${actor.receives ? `, takes ${code(actor.receives)}` : ''}`,
      typed(actor.input),
      typed(actor.output),
      actor.states.length > 0 ? pathsOf(actor.states) : 'from when it is spawned',
    ]),
  );
  const emits = table(
    ['event', 'comes with'],
    chart.emits.map(({ type, payload }) => [code(type), typed(payload)]),
  );
  const declared = chart.mentioned.flatMap(({ text }) => (text ? [text] : []));
  const imported = chart.mentioned.filter(({ module }) => module !== undefined);
  const types = listed([
    declared.length > 0 ? `\`\`\`ts\n${declared.join('\n\n')}\n\`\`\`` : '',
    imported.map(({ name, module = '' }) => `${code(name)} is from ${code(module)}`).join(', '),
  ]);

  return listed([
    `## ${chart.name}`,
    `[${code(`${chart.name}.ts`)}](${chart.name}.ts), ${code(chart.id)}. ${words(chart.purpose)}`.trim(),
    `\`\`\`mermaid\n${drawMermaid(chart)}\n\`\`\``,
    table(
      ['starts with', 'ends with'],
      [[typed(chart.input), chart.output === undefined ? 'nothing' : code(chart.output)]],
    ),
    chart.context ? `In between it keeps ${code(chart.context)}.` : '',
    under('States', states),
    under('Events', events),
    under('Actors', actors),
    under('Guards', rules(['guard', 'rule', 'asked in'], chart.guards)),
    under('Delays', rules(['delay', 'lasts (ms)', 'runs in'], chart.delays)),
    under('Emits', emits),
    under(
      'Edges',
      edges &&
        `<details>\n<summary>${chart.edges.length} edges</summary>\n\n${edges}\n\n</details>`,
    ),
    under('Types', types),
  ]);
};
