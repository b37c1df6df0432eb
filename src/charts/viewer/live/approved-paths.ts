import pictures from 'virtual:approved-pictures';
import { pathsIn } from '#charts/model/state-paths.ts';
import { isSimulated } from './payloads.ts';

const texts = import.meta.glob<string>('../../../../tests/paths/approved/*.txt', {
  query: '?raw',
  import: 'default',
});

const loaded = new Map<string, Promise<string>>();

/** The server of a simulation searches the paths of its chart. */
const searchPaths = async (): Promise<string> =>
  isSimulated ? (await fetch('/paths.txt')).text() : '';

/** The generated paths of a chart as text; empty for a chart without any. Always the same promise. */
export const loadPaths = (chart: string): Promise<string> => {
  const load = texts[`../../../../tests/paths/approved/${chart}.txt`];
  const text = loaded.get(chart) ?? load?.() ?? searchPaths();
  loaded.set(chart, text);
  return text;
};

/** A state by its path, or an edge as the path generator prints it. */
export type Place = { state: string; edge?: undefined } | { edge: string; state?: undefined };

/** The state value in a line of a path, `open.{boxes.shown, entry.verifying}`. */
const valueIn = (line: string): string | undefined => /^ +(?:0\. )?→ (.*)$/.exec(line)?.[1];

const isWithin = (value: string, state: string): boolean =>
  pathsIn(value).some((path) => path === state || path.startsWith(`${state}.`));

/** Whether a line of a path is at a place: in the state or leaving it at once, or taking the edge. */
const isAt = (line: string, { state, edge }: Place): boolean => {
  const text = line.trim();
  if (edge !== undefined) return text === edge || text.startsWith(`${edge} `);
  const value = valueIn(line);
  return value === undefined ? text.startsWith(`${state}|`) : isWithin(value, state);
};

/** A generated path, line by line. */
export interface PathText {
  title: string;
  lines: { text: string; isHere: boolean }[];
}

/** The paths in a text that pass a place, with the lines that do. */
export const pathsThrough = (text: string, place: Place): PathText[] =>
  text
    .split('\n\n')
    .filter((block) => block.startsWith('Path '))
    .map((block) => {
      const [title = '', ...lines] = block.trimEnd().split('\n');
      return { title, lines: lines.map((line) => ({ text: line, isHere: isAt(line, place) })) };
    })
    .filter(({ lines }) => lines.some(({ isHere }) => isHere));

/** A picture of the page in a state, as the tests approved it. */
interface Picture {
  /** The state value, `open.boxes.shown+entry.verifying`. */
  name: string;
  /** Its address for a window of a width in px and a colour scheme. */
  srcOf: (width: 390 | 1440, scheme: 'light' | 'dark') => string;
}

/** The approved pictures of a chart's page in a state; none where the tests take none, and in a build. */
export const picturesOf = (chart: string, text: string, state: string): Picture[] => {
  const values = text.split('\n').flatMap((line) => valueIn(line) ?? []);
  const here = values.filter((value) => isWithin(value, state));
  const names = new Set(here.map((value) => value.replaceAll(', ', '+').replaceAll(/[{}]/g, '')));
  return (pictures[chart] ?? [])
    .filter((name) => names.has(name))
    .map((name) => ({
      name,
      srcOf: (width, scheme) =>
        `/tests/visual/approved/${chart}/${encodeURI(name)}.${width}-${scheme}.webp`,
    }));
};
