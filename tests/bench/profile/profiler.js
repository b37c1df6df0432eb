// Loaded into the server's process by `--import`: a SIGWINCH starts a CPU profile, the next one ends it and
// writes `<DATA_DIR>/<number>.cpuprofile`. A profile by `--cpu-prof` would have the start of the process
// too. SIGUSR1 belongs to Node's debugger, and SIGUSR2 stops the server.
import { renameSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';

/** Microseconds between samples. */
const INTERVAL_US = 500;

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.setSamplingInterval', { interval: INTERVAL_US });
let isRunning = false;
let count = 0;

process.on('SIGWINCH', () => {
  isRunning = !isRunning;
  if (isRunning) {
    session.post('Profiler.start');
    return;
  }
  session.post('Profiler.stop', (error, result) => {
    const file = `${process.env['DATA_DIR']}/${count}.cpuprofile`;
    count += 1;
    writeFileSync(`${file}.part`, JSON.stringify(error ?? result.profile));
    renameSync(`${file}.part`, file);
  });
});
