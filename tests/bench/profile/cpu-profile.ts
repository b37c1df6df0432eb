import { readFileSync } from 'node:fs';

/** What `node --cpu-prof` writes (Chrome DevTools Protocol, Profiler.Profile). */
interface CpuProfile {
  nodes: {
    id: number;
    callFrame: { functionName: string; url: string; lineNumber: number };
    children?: number[];
  }[];
  samples: number[];
  /** Microseconds before each sample. */
  timeDeltas: number[];
}

const US_PER_MS = 1000;
const PACKAGE = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;
/** Node's native functions, which have no file, by what they do. */
const NATIVE: Readonly<Record<string, RegExp>> = {
  'socket writes': /^(?:writev|write(?:Latin1|Utf8|Ascii|Ucs2)?String|writeBuffer|shutdown)$/,
  'files, native': /^(?:stat|lstat|fstat|open|close|read)$/,
};
const OWN = /\/dist\/server\/(.*)$/;

/** A function and the milliseconds in itself, without those that it called. */
export interface SelfTime {
  group: string;
  functionName: string;
  ms: number;
}

/** Where a function is from: a package, a module of Node, our own code, or a state of the engine. */
const groupOf = ({ functionName, url }: CpuProfile['nodes'][number]['callFrame']): string => {
  if (functionName === '(idle)') return 'idle';
  if (functionName === '(garbage collector)') return 'garbage collection';
  if (functionName === '(program)') return 'native code and system calls';
  if (url.startsWith('node:')) return url;
  const name = PACKAGE.exec(url)?.[1];
  if (name !== undefined) return name;
  if (OWN.test(url)) return 'our server';
  if (url !== '') return 'other';
  const native = Object.entries(NATIVE).find(([, names]) => names.test(functionName));
  return native?.[0] ?? 'engine built-ins';
};

/** The time in every function of a profile. */
export const readSelfTimes = (file: string): SelfTime[] => {
  const { nodes, samples, timeDeltas }: CpuProfile = JSON.parse(readFileSync(file, 'utf8'));
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  // Starting and ending the profile is work of the profiler itself.
  const ofProfiler = new Set(
    nodes
      .filter(({ callFrame }) => callFrame.url === 'node:inspector')
      .flatMap(({ id, children = [] }) => [id, ...children]),
  );
  const times = new Map<string, SelfTime>();
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id);
    if (!frame || ofProfiler.has(id)) continue;
    const group = groupOf(frame);
    const functionName = frame.functionName || `(anonymous, line ${frame.lineNumber + 1})`;
    const time = times.get(`${group} ${functionName}`) ?? { group, functionName, ms: 0 };
    time.ms += (timeDeltas[index] ?? 0) / US_PER_MS;
    times.set(`${group} ${functionName}`, time);
  }
  return [...times.values()];
};
