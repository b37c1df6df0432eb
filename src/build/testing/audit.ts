import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { Command, Commands } from '../commands/command-line.ts';
import { ROOT } from '../root.ts';

/** Result of `npm audit`: vulnerabilities of severity high and critical in the lockfile. */
type AuditOutcome =
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

const TIMEOUT_MS = 30_000;

const runAudit = async (): Promise<string> => {
  const child = spawn('npm', ['audit', '--json', '--fetch-retries=0'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: TIMEOUT_MS,
  });
  const hasFailed = new Promise<string>((resolve) => {
    child.on('error', ({ message }) => resolve(JSON.stringify({ message })));
  });
  return Promise.race([text(child.stdout), hasFailed]);
};

/**
 * Runs `npm audit` on the lockfile and prints its findings of severity high and critical. A registry
 * that does not answer is reported as NOT RUN and counts neither as passed nor as failed.
 */
export const auditPackages = async (): Promise<AuditOutcome> => {
  const audit = readAudit(await runAudit());
  if (audit.outcome === 'unanswered')
    console.log(`NOT RUN npm audit: the registry did not answer (${audit.reason})`);
  else console.log(`${audit.outcome === 'clean' ? 'clean ' : 'FAILED'}  npm audit`);
  if (audit.outcome === 'found')
    for (const finding of audit.findings) console.log(`        ${finding}`);
  return audit;
};

const auditCommand: Command = {
  help: 'npm audit of the lockfile: vulnerabilities of severity high or critical; exit code 1 if any.',
  async run() {
    if ((await auditPackages()).outcome === 'found') process.exitCode = 1;
  },
};

export const commands: Commands = { audit: auditCommand };
