import { useCallback, useEffect, useState } from 'react';
import type { FunnelReport } from '#contract/funnel.ts';
import { parseReport } from './parse-report.ts';

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
