import { chartSvg, escapeXml } from '../svg/chart-svg.ts';
import { type Mark, type Marks, SIGNS } from '../svg/measure.ts';
import type { ChartDifference } from './compare-charts.ts';
import type { Difference } from './difference.ts';

/** A chart of a report, with sentences about the paths through it. */
interface ReportedChart extends ChartDifference {
  paths: string[];
}

/** The differences between the charts of a commit and those of the work tree. */
export interface DiffReport {
  ref: string;
  charts: ReportedChart[];
  /** A sentence for each chart that can't be compared. */
  failures: string[];
}

/** What a chart's differences amount to. */
export const verdictOf = ({ old, now, differences }: ChartDifference): string => {
  if (!old) return 'a new chart';
  if (!now) return 'removed';
  if (differences.some(({ effect }) => effect === 'behaviour')) return 'behaves differently';
  return differences.some(({ effect }) => effect === 'types')
    ? 'behaves as before, its types differ'
    : 'a refactoring, behaves as before';
};

/** A line of a report; one about paths has no sign. */
type ReportLine = Pick<Difference, 'text'> & Partial<Difference>;

/** The differences that change the behaviour, those of types, what only the code shows, then the paths. */
const sectionsOf = ({ differences, paths }: ReportedChart) => {
  const of = (effect: Difference['effect']) => differences.filter((one) => one.effect === effect);
  const sections: [heading: string, lines: ReportLine[]][] = [
    ['Behaviour', of('behaviour')],
    ['Types', of('types')],
    ['Without a change of behaviour', of('none')],
    ['Paths', paths.map((text) => ({ text }))],
  ];
  return sections.filter(([, found]) => found.length > 0);
};

/** `3 charts differ from HEAD: 1 behaves differently, 2 behave as before.` */
const summaryOf = ({ ref, charts, failures }: DiffReport): string => {
  if (charts.length === 0) return `The ${failures[0] ? 'other ' : ''}charts are those of ${ref}.`;
  const changed = charts.filter((chart) => !/as before/.test(verdictOf(chart))).length;
  const s = charts.length === 1;
  const head = `${charts.length} ${s ? 'chart differs' : 'charts differ'} from ${ref}`;
  if (changed === 0) return `${head}, ${s ? 'it behaves' : 'all behave'} as before.`;
  return changed === charts.length
    ? `${head}, ${s ? 'it behaves' : 'all behave'} differently.`
    : `${head}: ${changed} in behaviour, ${charts.length - changed} only in code or types.`;
};

const fileOf = ({ old, now }: ChartDifference): string => (now ?? old)?.file ?? '';

/** The report for a terminal. */
export const diffAsText = (report: DiffReport): string =>
  [
    ...report.failures,
    summaryOf(report),
    ...report.charts.map((chart) =>
      [
        `${chart.name} (${fileOf(chart)}): ${verdictOf(chart)}`,
        ...sectionsOf(chart).flatMap(([heading, found]) => [
          `  ${heading}:`,
          ...found.map(({ sign, text }) => `    ${sign ? `${sign} ` : ''}${text}`),
        ]),
      ].join('\n'),
    ),
  ].join('\n\n');

/** Escapes what Markdown and HTML would read outside of inline code. */
const escapeMarkdown = (text: string): string =>
  text.replaceAll(
    /(`[^`]*`)|([<*_[\]|])/g,
    (_, code?: string, special?: string) => code ?? (special === '<' ? '&lt;' : `\\${special}`),
  );

/** The report for a pull request, as Markdown. */
export const diffAsMarkdown = (report: DiffReport): string =>
  `${[
    '## Charts',
    ...report.failures.map(escapeMarkdown),
    escapeMarkdown(summaryOf(report)),
    ...report.charts.map((chart) =>
      [
        `### [\`${chart.name}\`](${fileOf(chart)}): ${verdictOf(chart)}`,
        ...sectionsOf(chart).map(([heading, found]) =>
          [
            `**${heading}**`,
            found
              .map(({ sign, text }) => `- ${sign ? `\`${sign}\` ` : ''}${escapeMarkdown(text)}`)
              .join('\n'),
          ].join('\n\n'),
        ),
      ].join('\n\n'),
    ),
  ].join('\n\n')}\n`;

const STYLE = `:root{color-scheme:light dark}
body{margin:0 auto;max-width:120rem;padding:1.5rem;background:#fbfaf7;color:#16181d;font:16px/1.5 system-ui,sans-serif}
h1{font-size:1.5rem}h2{margin-block:3rem 0.5rem;padding-block-start:1rem;border-block-start:1px solid #e2ded4;font-size:1.25rem}h3{margin:0;font-size:1rem}
ul{padding:0;list-style:none}li{padding-inline-start:2rem;text-indent:-2rem;overflow-wrap:anywhere}
b{display:inline-block;inline-size:1.5rem;margin-inline-end:0.5rem;border:1px solid;border-radius:4px;font:700 0.875rem/1.3 monospace;text-align:center;text-indent:0}
.added{color:#1b7f4b}.removed{color:#b3261e}.changed{color:#2b3a8c}code{font-size:0.875rem}
.both{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(44rem,100%),1fr));gap:1.5rem}
figure{margin:0;min-inline-size:0}.scroll{overflow:auto;border:1px solid #e2ded4;border-radius:8px}.scroll:focus-visible{outline:2px solid #2b3a8c}
svg.chart{display:block;max-inline-size:max(100%,80rem);block-size:auto}
@media (prefers-color-scheme:dark){body{background:#0f1220;color:#f4f2ec}h2,.scroll{border-color:#2a3050}.added{color:#5bd08f}.removed{color:#ff8a80}.changed{color:#aebbff}.scroll:focus-visible{outline-color:#aebbff}}`;

const MARKS: Record<Difference['sign'], Mark> = { '+': 'added', '-': 'removed', '~': 'changed' };

const withCode = (text: string): string =>
  escapeXml(text).replaceAll(/`([^`]*)`/g, '<code>$1</code>');

/** What to mark in one of the drawings; what was added or removed as a whole is no change besides. */
const marksOf = (differences: Difference[], side: 'old' | 'new'): Marks => {
  const marks = new Map<string, Mark>();
  for (const { sign, ...ids } of differences)
    for (const id of ids[side]) if (sign !== '~' || !marks.has(id)) marks.set(id, MARKS[sign]);
  return marks;
};

const listItem = ({ sign, text }: ReportLine): string => {
  const mark = sign && MARKS[sign];
  return `<li>${mark ? `<b class="${mark}" title="${mark}">${SIGNS[mark]}</b>` : ''}${withCode(text)}</li>`;
};

const chartSection = async (chart: ReportedChart): Promise<string> => {
  const { name, old, now, differences } = chart;
  const drawing = async (side: typeof old, which: 'old' | 'new', caption: string) => {
    if (!side) return '';
    const svg = await chartSvg(side.machine, marksOf(differences, which));
    return `<figure><figcaption><h3>${caption}</h3></figcaption><div class="scroll" tabindex="0" role="region" aria-label="${escapeXml(name)}, ${caption}">${svg}</div></figure>`;
  };
  return [
    `<h2 id="${escapeXml(name)}">${escapeXml(name)}: ${verdictOf(chart)}</h2>`,
    ...sectionsOf(chart).map(
      ([heading, found]) => `<h3>${heading}</h3><ul>${found.map(listItem).join('\n')}</ul>`,
    ),
    `<div class="both">${await drawing(old, 'old', 'Before')}${await drawing(now, 'new', 'Now')}</div>`,
  ].join('\n');
};

/** A page with the differences and both drawings of each chart that differs; complete in one file. */
export const diffPage = async (report: DiffReport): Promise<string> => {
  const sections: string[] = [];
  for (const chart of report.charts) sections.push(await chartSection(chart));
  const title = `Charts: ${escapeXml(report.ref)} and the work tree`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style></head>
<body>
<main>
<h1>${title}</h1>
${report.failures.map((line) => `<p class="removed">${withCode(line)}</p>`).join('\n')}
<p>${withCode(summaryOf(report))} In the drawings, <b class="added">+</b> and a thick line is new, <b class="removed">−</b> and a dashed one is gone, <b class="changed">~</b> and a dotted one has changed.</p>
<ul>${report.charts.map((chart) => `<li><a href="#${escapeXml(chart.name)}">${escapeXml(chart.name)}</a>: ${verdictOf(chart)}</li>`).join('')}</ul>
${sections.join('\n')}
</main>
</body>
</html>
`;
};
