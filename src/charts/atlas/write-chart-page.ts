import type { ChartDescription } from '../model/describe-chart.ts';
import type { Sender } from '../model/describe-events.ts';
import type { RuleDescription } from '../model/describe-rules.ts';
import { causeLabel } from '../model/edge-label.ts';
import { drawMermaid } from './draw-mermaid.ts';
import { GENERATED } from './generated.ts';
import { code, codes, table, words } from './markdown-text.ts';

const linkTo = (name: string): string => `[${code(name)}](${name}.md)`;

const paragraphs = (parts: string[]): string => parts.filter((part) => part !== '').join('\n\n');

const section = (heading: string, text: string): string =>
  text === '' ? '' : `## ${heading}\n\n${text}`;

const typed = (type: string | undefined): string => (type === undefined ? '–' : code(type));

/** Links to files, relative to machines/atlas. */
const filesOf = (files: string[]): string =>
  files.map((file) => `[${code(file.replace(/^.*\//, ''))}](../../${file})`).join(', ');

/** The senders of an event as text; parent charts come last. */
const sendersOf = (senders: Sender[]): string => {
  const parents = senders.flatMap((sender) => (sender.by === 'parent' ? [linkTo(sender.of)] : []));
  const direct = senders.flatMap((sender) => (sender.by === 'parent' ? [] : [senderOf(sender)]));
  const forwarded = parents.length > 0 ? [`forwarded by ${parents.join(', ')}`] : [];
  return [...direct, ...forwarded].join('; ') || '–';
};

const senderOf = (sender: Exclude<Sender, { by: 'parent' }>): string => {
  if (sender.by === 'person')
    return sender.files.length > 0 ? `the user, in ${filesOf(sender.files)}` : 'the user';
  if (sender.by === 'program') return `browser code, in ${filesOf(sender.files)}`;
  if (sender.by === 'child') return `actor ${code(sender.of)}`;
  return sender.by === 'time' ? `delay ${code(sender.of)}` : 'the chart itself';
};

/** The atlas page of a chart: purpose, diagram, tables. Markdown. */
export const writeChartPage = (chart: ChartDescription): string => {
  const paths = new Map(chart.states.map(({ id, path }) => [id, path || chart.id]));
  const pathOf = (id: string) => paths.get(id) ?? id;
  const pathsOf = (ids: string[]) => codes(ids.map(pathOf));
  const rules = (heads: string[], described: RuleDescription[]) =>
    table(
      heads,
      described.map(({ name, rule, states, within }) => {
        const users = [
          states.length > 0 ? pathsOf(states) : '',
          within.length > 0 ? `within ${codes(within)}` : '',
        ];
        return [code(name), typed(rule), users.filter(Boolean).join('; ') || '–'];
      }),
    );

  const states = table(
    ['state', 'kind', 'description', 'tags', 'invokes', 'entry', 'exit'],
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
    ['from', 'event', 'guard', 'target', 'actions'],
    chart.edges.map((edge) => [
      code(pathOf(edge.source)),
      causeLabel(edge) === '' ? 'always' : code(causeLabel(edge)),
      edge.guard === undefined ? '' : code(edge.guard),
      edge.targets.length > 0 ? pathsOf(edge.targets) + (edge.reenter ? ', reenter' : '') : 'none',
      codes(edge.actions),
    ]),
  );
  const events = table(
    ['event', 'payload', 'sent by', 'handled in'],
    chart.events.map(({ type, payload, senders, states: handling }) => [
      code(type),
      typed(payload),
      sendersOf(senders),
      pathsOf(handling),
    ]),
  );
  const actors = table(
    ['actor', 'logic', 'input', 'output', 'invoked in'],
    chart.actors.map((actor) => [
      code(actor.id),
      actor.chart
        ? `the chart ${linkTo(actor.chart)}`
        : `${code(actor.src)}${actor.kind ? `, ${actor.kind}` : ''}${actor.receives ? `, receives ${code(actor.receives)}` : ''}`,
      typed(actor.input),
      typed(actor.output),
      actor.states.length > 0 ? pathsOf(actor.states) : 'spawned by an action',
    ]),
  );
  const emits = table(
    ['event', 'payload'],
    chart.emits.map(({ type, payload }) => [code(type), typed(payload)]),
  );
  const declared = chart.mentioned.flatMap(({ text }) => (text ? [text] : []));
  const imported = chart.mentioned.filter(({ module }) => module !== undefined);
  const types = paragraphs([
    declared.length > 0 ? `\`\`\`ts\n${declared.join('\n\n')}\n\`\`\`` : '',
    imported.map(({ name, module = '' }) => `${code(name)} is from ${code(module)}`).join(', '),
  ]);

  return `${paragraphs([
    GENERATED,
    `# ${chart.name}`,
    `[${code(`${chart.name}.ts`)}](../${chart.name}.ts), ${code(chart.id)}. ${words(chart.purpose)}`.trim(),
    '[All charts](../README.md)',
    `\`\`\`mermaid\n${drawMermaid(chart)}\n\`\`\``,
    table(
      ['input', 'context', 'output'],
      [[typed(chart.input), typed(chart.context), typed(chart.output)]],
    ),
    section('States', states),
    section('Events', events),
    section('Actors', actors),
    section('Guards', rules(['guard', 'rule', 'used in'], chart.guards)),
    section('Delays', rules(['delay', 'duration (ms)', 'used in'], chart.delays)),
    section('Emits', emits),
    section(
      'Edges',
      edges &&
        `<details>\n<summary>${chart.edges.length} edges</summary>\n\n${edges}\n\n</details>`,
    ),
    section('Types', types),
  ])}\n`;
};
