import { useCallback, useEffect, useState } from 'react';
import type { FunnelReport } from '#contract/funnel.ts';

const FORMAT: FunnelReport['format'] = 'funnel 1';

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isDay: Check = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value));
const isSum: Check = (value) => value === null || (Number.isInteger(value) && Number(value) >= 0);
const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const hasValues =
  (check: Check): Check =>
  (value) =>
    isObject(value) && Object.values(value).every(check);
const hasFields =
  (checks: Record<string, Check>): Check =>
  (value) =>
    isObject(value) && Object.entries(checks).every(([name, check]) => check(value[name]));

const isPeriod = hasFields({ from: isDay, to: isDay });
const isSums = hasFields({
  started: isSum,
  finished: isSum,
  edges: hasValues(isSum),
  left: hasValues(isSum),
});
const isReport = hasFields({
  now: isPeriod,
  before: isPeriod,
  visits: (value) => value === undefined || isText(value),
  charts: isListOf(
    hasFields({
      chart: isText,
      versions: isListOf(hasFields({ version: isText, started: isSum })),
      now: isSums,
      before: isSums,
    }),
  ),
});

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The report in a text that `npm run funnel -- --json` printed. Throws an error whose message is a sentence. */
export const parseReport = (text: string): FunnelReport => {
  const value = parseJson(text);
  if (!isObject(value) || !String(value['format']).startsWith('funnel '))
    throw new Error('It is not a funnel report, which npm run funnel -- --json prints.');
  if (value['format'] !== FORMAT)
    throw new Error(`It has the format “${value['format']}”; this live view reads “${FORMAT}”.`);
  if (!isReport(value))
    throw new Error('It is a funnel report, but its periods or sums are incomplete.');
  return value as Fields & FunnelReport;
};

/** The counts of the server that serves this page, in development. */
const SERVER_REPORT = '/charts/funnel.json';
const NO_COUNTS =
  'It keeps none, or does not show them. A file that npm run funnel -- --json writes can be opened instead.';

const fetchReport = async (): Promise<string> => {
  const response = await fetch(SERVER_REPORT);
  // A development server answers unknown paths with the page of the site.
  const isJson = response.headers.get('Content-Type')?.includes('json');
  if (!response.ok || !isJson) throw new Error(NO_COUNTS);
  return response.text();
};

/** The open funnel report, what became of the last attempt to open one, and what opens and closes it. */
export interface OpenReport {
  report: FunnelReport | undefined;
  message: string;
  openFile: (file: File) => void;
  close: () => void;
}

/**
 * Opens a report that a person chooses, or that of the server when the query of
 * the page is `?funnel`. A report that cannot be read leaves the open one.
 */
export const useReport = (): OpenReport => {
  const [report, setReport] = useState<FunnelReport>();
  const [message, setMessage] = useState('');
  const open = useCallback(async (name: string, read: () => Promise<string>) => {
    try {
      setReport(parseReport(await read()));
      setMessage('');
    } catch (error) {
      setMessage(`${name} cannot be shown. ${error instanceof Error ? error.message : ''}`);
    }
  }, []);
  useEffect(() => {
    if (new URLSearchParams(location.search).has('funnel'))
      void open('The counts of this server', fetchReport);
  }, [open]);
  return {
    report,
    message,
    openFile: (file) => void open(file.name, () => file.text()),
    close: () => setReport(undefined),
  };
};
