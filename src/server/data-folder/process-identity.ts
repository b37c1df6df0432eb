import { readFileSync } from 'node:fs';

/** A process id with the start time, because ids are reused. The start time is empty without /proc. */
export interface ProcessIdentity {
  pid: number;
  startTime: string;
}

// Fields of /proc/<pid>/stat after the name in parentheses (man 5 proc).
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

/** Identity of the current process. */
export const currentProcess = (): ProcessIdentity => ({
  pid: process.pid,
  startTime: readStat(process.pid)?.[START_TIME_INDEX] ?? '',
});

const canBeSignalled = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** Whether the process still runs. A zombie does not, nor another process with a reused id. */
export const isRunning = ({ pid, startTime }: ProcessIdentity): boolean => {
  if (!canBeSignalled(pid)) return false;
  const stat = readStat(pid);
  if (stat === undefined) return true;
  const isDead = /[ZXx]/.test(stat[STATE_INDEX] ?? '');
  return !isDead && (startTime === '' || stat[START_TIME_INDEX] === startTime);
};
