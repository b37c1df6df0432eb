/** What the registry says about known weaknesses, high and above, of the packages in the lockfile. */
export type AuditOutcome =
  | { outcome: 'clean' }
  /** `findings`: a line for each package, with its severity. */
  | { outcome: 'found'; findings: string[] }
  /** Nobody said anything; `reason` is one line. */
  | { outcome: 'unanswered'; reason: string };

interface Report {
  vulnerabilities?: Record<string, { severity: string; range?: string }>;
  metadata?: { vulnerabilities?: unknown };
  message?: string;
  error?: { code?: string; summary?: string };
}

const SEVERE = new Set(['high', 'critical']);
const SILENCE = 'no answer in time';

const parse = (text: string): Report | undefined => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Understands what `npm audit --json` wrote (its report of version 2, or its error). */
export const readAudit = (output: string): AuditOutcome => {
  const report = parse(output);
  if (!report?.metadata?.vulnerabilities) {
    const reason = report?.message || report?.error?.summary || report?.error?.code || SILENCE;
    return { outcome: 'unanswered', reason: reason.split('\n', 1)[0] ?? SILENCE };
  }
  const findings = Object.entries(report.vulnerabilities ?? {})
    .filter(([, { severity }]) => SEVERE.has(severity))
    .map(([name, { severity, range = '' }]) => `${severity}  ${name} ${range}`.trim());
  return findings.length > 0 ? { outcome: 'found', findings } : { outcome: 'clean' };
};
