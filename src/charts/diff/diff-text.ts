import type { ChartDifference } from './compare-charts.ts';
import type { Difference } from './difference.ts';

/** A chart of a report, with sentences about the paths through it. */
export interface ReportedChart extends ChartDifference {
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
export type ReportLine = Pick<Difference, 'text'> & Partial<Difference>;

/** The differences that change the behaviour, those of types, what only the code shows, then the paths. */
export const sectionsOf = ({ differences, paths }: ReportedChart) => {
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
export const summaryOf = ({ ref, charts }: DiffReport): string => {
  if (charts.length === 0) return `The charts are those of ${ref}.`;
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
