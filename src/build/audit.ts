import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { type AuditOutcome, readAudit } from './read-audit.ts';
import { ROOT } from './root.ts';

const PATIENCE_MS = 30_000;

const runAudit = async (): Promise<string> => {
  const child = spawn('npm', ['audit', '--json', '--fetch-retries=0'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: PATIENCE_MS,
  });
  const hasFailed = new Promise<string>((resolve) => {
    child.on('error', ({ message }) => resolve(JSON.stringify({ message })));
  });
  return Promise.race([text(child.stdout), hasFailed]);
};

/**
 * Asks the registry for known weaknesses, high and above, of everything in the lockfile, and prints
 * what it says. A registry that doesn't answer is told of by name, and is no finding.
 */
export const auditPackages = async (): Promise<AuditOutcome> => {
  const audit = readAudit(await runAudit());
  if (audit.outcome === 'unanswered')
    console.log(`NOT RUN npm audit: the registry did not answer it (${audit.reason})`);
  else console.log(`${audit.outcome === 'clean' ? 'clean ' : 'FAILED'}  npm audit`);
  if (audit.outcome === 'found')
    for (const finding of audit.findings) console.log(`        ${finding}`);
  return audit;
};

export default async (): Promise<void> => {
  if ((await auditPackages()).outcome === 'found') process.exitCode = 1;
};
