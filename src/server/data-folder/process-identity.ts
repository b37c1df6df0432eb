import { readFileSync } from 'node:fs';

/** A process: its id, and when it started where the system says so, because ids are used again. */
export interface ProcessIdentity {
  pid: number;
  startTime: string;
}

// Fields of /proc/<pid>/stat that follow the name, which stands in parentheses (man 5 proc).
const STATE_INDEX = 0;
const START_TIME_INDEX = 19;

const readStat = (pid: number): string[] | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
};

/** Who this process is. */
export const ownIdentity = (): ProcessIdentity => ({
  pid: process.pid,
  startTime: readStat(process.pid)?.[START_TIME_INDEX] ?? '',
});

const canBeSignalled = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: there is one, of somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** Whether that very process still runs: not ended, no zombie, not another one under its id. */
export const isRunning = ({ pid, startTime }: ProcessIdentity): boolean => {
  if (!canBeSignalled(pid)) return false;
  const stat = readStat(pid);
  if (stat === undefined) return true;
  const isDead = /[ZXx]/.test(stat[STATE_INDEX] ?? '');
  return !isDead && (startTime === '' || stat[START_TIME_INDEX] === startTime);
};
