/** Result of `npm audit`: vulnerabilities of severity high and critical in the lockfile. */
export type AuditOutcome =
  | { outcome: 'clean' }
  /** One line per package, with its severity. */
  | { outcome: 'found'; findings: string[] }
  /** The registry did not answer; `reason` is one line. */
  | { outcome: 'unanswered'; reason: string };

interface Report {
  vulnerabilities?: Record<string, { severity: string; range?: string }>;
  metadata?: { vulnerabilities?: unknown };
  message?: string;
  error?: { code?: string; summary?: string };
}

const SEVERE = new Set(['high', 'critical']);
const TIMEOUT_REASON = 'no answer in time';

const parse = (text: string): Report | undefined => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Parses the output of `npm audit --json`: a report of version 2, or an error. */
export const readAudit = (output: string): AuditOutcome => {
  const report = parse(output);
  if (!report?.metadata?.vulnerabilities) {
    const reason =
      report?.message || report?.error?.summary || report?.error?.code || TIMEOUT_REASON;
    return { outcome: 'unanswered', reason: reason.split('\n', 1)[0] ?? TIMEOUT_REASON };
  }
  const findings = Object.entries(report.vulnerabilities ?? {})
    .filter(([, { severity }]) => SEVERE.has(severity))
    .map(([name, { severity, range = '' }]) => `${severity}  ${name} ${range}`.trim());
  return findings.length > 0 ? { outcome: 'found', findings } : { outcome: 'clean' };
};
