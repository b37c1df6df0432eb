import { spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';
import type { AnyStateMachine } from 'xstate';
import { stateNodesOf } from '#charts/model/chart-edges.ts';
import { fieldsOf, type SyntaxNode } from '#charts/model/syntax.ts';
import { childrenOf } from '../child-answers.ts';
import { type LoadedChart, PROJECT_ROOT } from '../load-chart.ts';
import { plainEvents, takenTypes } from '../path-options.ts';
import {
  objectText,
  quoted,
  type ResolvedTypes,
  resolveTypes,
  samplesOf,
  unionOf,
  variantsOf,
} from './sample-values.ts';

const eventTexts = (machine: AnyStateMachine, events: SyntaxNode | undefined): string[] => {
  const declared = events ? variantsOf(events) : [];
  const isTyped = declared.some((fields) =>
    fields.some(([name, text]) => name === 'type' && text !== "'text'"),
  );
  return isTyped
    ? declared.map(objectText)
    : plainEvents(machine).map(({ type }) => `{ type: ${quoted(type)} }`);
};

/**
 * One event per sample of the output of each actor whose end the chart waits for. Those of child charts
 * are left out, because they are derived.
 */
const answerTexts = (machine: AnyStateMachine, outputs: SyntaxNode | undefined): string[] => {
  const nodes = stateNodesOf(machine);
  const sources = new Map(nodes.flatMap(({ invoke }) => invoke).map(({ id, src }) => [id, src]));
  const children = childrenOf(machine, { events: [] });
  const outputTypes = new Map(fieldsOf(outputs).map(({ name, type }) => [name as unknown, type]));
  return [...takenTypes(nodes)].flatMap((type) => {
    const event = `type: ${quoted(type)}`;
    if (type.startsWith('xstate.snapshot.'))
      return [`{ ${event}, snapshot: { status: 'active', context: {} } }`];
    const [, id] = /^xstate\.done\.actor\.(.*)$/.exec(type) ?? [];
    if (id === undefined || children.has(id)) return [];
    const output = outputTypes.get(sources.get(id));
    const samples = output ? outputSamples(output) : ['undefined'];
    return samples.map((sample) => `{ ${event}, output: ${sample} }`);
  });
};

/** Objects in every variant, other outputs as one sample per member of the union. */
const outputSamples = (output: SyntaxNode): string[] => {
  const isObject = unionOf(output).every((member) =>
    fieldsOf(member).some(({ name }) => name !== '$'),
  );
  return isObject ? variantsOf(output).map(objectText) : samplesOf(output);
};

const inputTexts = (input: SyntaxNode | undefined): string[] =>
  input && unionOf(input).some((member) => fieldsOf(member).length > 0) ? outputSamples(input) : [];

const listText = (comment: string, name: string, texts: string[]): string[] => [
  '',
  `/** ${comment} */`,
  `const ${name} = [${texts.map((text) => `\n  ${text},`).join('')}\n];`,
];

/** The text as `biome check --write` leaves it; unchanged where Biome refuses it. */
const formatted = (text: string): string => {
  // Biome fails for a file outside of the project, so the path is always one inside.
  const { stdout } = spawnSync(
    join(PROJECT_ROOT, 'node_modules', '.bin', 'biome'),
    ['check', '--write', '--stdin-file-path=src/paths/options/template.ts'],
    { cwd: PROJECT_ROOT, encoding: 'utf8', input: text },
  );
  return stdout || text;
};

/**
 * The text of a file with the events, actor answers and inputs of a chart, each with sample values of
 * its type. It compiles under strict options and is formatted as the formatter wants it.
 *
 * @param projectName the name of a chart in `machines/`, whose options are listed by name
 */
export const templateText = (
  { machine, file, exported }: Pick<LoadedChart, 'machine' | 'file' | 'exported'>,
  projectName?: string,
): string => {
  const types: ResolvedTypes = resolveTypes(file, exported);
  const inputs = inputTexts(types.input);
  const answers = answerTexts(machine, types.outputs);
  const imported = exported === 'default' ? 'machine' : `{ ${exported} }`;
  const name = exported === 'default' ? 'machine' : exported;
  const hasInputs = inputs.length > 0;
  const listed = `{ events: [...events${answers.length === 0 ? '' : ', ...answers'}]${hasInputs ? ', inputs' : ''} }`;
  const importPath = projectName ? `#machines/${projectName}.ts` : `./${basename(file)}`;
  const text = [
    `import type { EventFrom${hasInputs ? ', InputFrom' : ''} } from 'xstate';`,
    `import type ${imported} from ${quoted(importPath)};`,
    ...listText(
      'What can happen. Add other payloads; remove what only the chart itself raises.',
      `events: EventFrom<typeof ${name}>[]`,
      eventTexts(machine, types.events),
    ),
    ...(answers.length > 0
      ? listText('What its actors can answer. Their failures are added.', 'answers', answers)
      : []),
    ...(hasInputs
      ? listText('What it can start with.', `inputs: InputFrom<typeof ${name}>[]`, inputs)
      : []),
    '',
    `export const options = ${projectName ? objectText([[projectName, listed]]) : listed};`,
    '',
  ].join('\n');
  return formatted(text);
};
