import type { FunnelReport } from '#contract/funnel.ts';

const FORMAT: FunnelReport['format'] = 'funnel 1';

const parseJson = (text: string): Partial<FunnelReport> | null => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** The report in a text that `npm run funnel -- --json` printed. Throws an error whose message is a sentence. */
export const parseReport = (text: string): FunnelReport => {
  const value = parseJson(text);
  const format = String(value?.format);
  if (!format.startsWith('funnel '))
    throw new Error('It is not a funnel report, which npm run funnel -- --json prints.');
  if (format !== FORMAT)
    throw new Error(`It has the format “${format}”; this live view reads “${FORMAT}”.`);
  if (!(value?.now && value.before && Array.isArray(value.charts)))
    throw new Error('It is a funnel report, but its periods or charts are missing.');
  return value as FunnelReport;
};
