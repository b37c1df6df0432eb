import type { Chart } from '../model/all-charts.ts';
import type { ChartDescription } from '../model/describe-chart.ts';
import { chartSvg } from '../svg/chart-svg.ts';
import { code, GENERATED, table, words, writeChartPage } from './write-chart-page.ts';

const HEAD = `# The charts

Every flow of the site is a statechart in this folder, one per file. \`chart-docs/\` has a page per chart:
diagram, states, events, actors, guards, delays, edges; that of a large chart a drawing too. \`npm run charts\` generates these pages; a test
fails when they are stale.`;

const TOOLS = `View or edit a chart:

- [Stately's editor](https://stately.ai/editor): new machine, Import from code, paste the file;
- VS Code: open the file with the extension *XState* (\`statelyai.stately-vscode\`), Open Visual Editor;
- simulated: \`npm run charts -- otp --open\` sends events, answers the actors and turns the clock;
- live: \`npm run dev\`, then <http://localhost:3000/charts> beside the site in another tab;
- as a picture: \`npm run charts -- login --svg login.svg\`;
- what a change does to the charts: \`npm run charts -- diff\`;
- other tools: \`npm run charts -- --json\` prints the same content as JSON.`;

const LEGEND = `In the diagrams, \`[guard]\` is a condition, a diamond the entry of a compound state, a dashed
\`any of …\` the active child of a compound state, a dashed \`… again\` the re-entry of an enclosing state,
and \`event / action\` inside a state a transition without a target.`;

/** The charts that invoke other charts, as a Mermaid flowchart. */
const drawInvocations = (charts: ChartDescription[]): string => {
  const names = new Map(charts.map(({ name }, index) => [name, `chart${index}`]));
  const arrows = charts.flatMap(({ name, actors }) => {
    const invoked = new Set(
      actors.flatMap(({ chart }) => (chart && names.has(chart) ? [chart] : [])),
    );
    return [...invoked].map((chart) => `  ${names.get(name)} --> ${names.get(chart)}`);
  });
  return [
    'flowchart LR',
    ...[...names].map(([name, node]) => `  ${node}["${name}"]`),
    ...arrows,
  ].join('\n');
};

/** The index of the documents: the invocations between charts, then a table with a link per chart. */
const writeIndex = (charts: ChartDescription[]): string => {
  const overview = table(charts, {
    chart: ({ name }) => `[${code(name)}](chart-docs/${name}.md)`,
    purpose: ({ description, purpose }) => words(description ?? purpose),
    states: ({ states }) => String(states.length),
    edges: ({ edges }) => String(edges.length),
  });
  return `${[
    GENERATED,
    HEAD,
    `\`\`\`mermaid\n${drawInvocations(charts)}\n\`\`\``,
    'An arrow points to a chart that another one invokes. The number of states includes the root.',
    overview,
    TOOLS,
    LEGEND,
  ].join('\n\n')}\n`;
};

const INDENT = 2;

/**
 * Every chart as JSON for other tools: its description and XState's `definition`, without functions.
 * Deterministic.
 */
export const writeChartsJson = (charts: Chart[], descriptions: ChartDescription[]): string => {
  const definitions = new Map(charts.map(({ name, machine }) => [name, machine.definition]));
  const described = descriptions.map((description) => ({
    ...description,
    definition: definitions.get(description.name),
  }));
  return `${JSON.stringify({ charts: described }, undefined, INDENT)}\n`;
};

/** Edges from which a chart has a drawing: Mermaid's layout of as many can't be followed. */
const DRAWN_EDGES_MIN = 20;

/**
 * The generated documents of the charts by path from `machines/`: Markdown, and for large charts
 * their drawings.
 */
export const chartDocFiles = async (
  descriptions: ChartDescription[],
  charts: Chart[],
): Promise<Map<string, string>> => {
  const files = new Map([['README.md', writeIndex(descriptions)]]);
  for (const chart of descriptions) {
    const machine = charts.find(({ name }) => name === chart.name)?.machine;
    const isDrawn = machine !== undefined && chart.edges.length >= DRAWN_EDGES_MIN;
    files.set(`chart-docs/${chart.name}.md`, writeChartPage(chart, { isDrawn }));
    if (isDrawn) files.set(`chart-docs/${chart.name}.svg`, await chartSvg(machine));
  }
  return files;
};
