import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { ROOT } from '../root.ts';
import type { Command } from './command-table.ts';
import { type AuditOutcome, readAudit } from './read-audit.ts';

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

export const command: Command = {
  help: 'npm audit of the lockfile: vulnerabilities of severity high or critical; exit code 1 if any.',
  async run() {
    if ((await auditPackages()).outcome === 'found') process.exitCode = 1;
  },
};
