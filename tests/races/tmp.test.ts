import { test } from 'vitest';
import { openRaceTrack } from '#tests/support/races/check-races.ts';
import { playRace } from '#tests/support/races/run.ts';
test('tmp', async () => {
  const { server, starts } = await openRaceTrack();
  const cpu = async (name: string, n: number, f: () => Promise<unknown>) => {
    await f();
    const c = process.cpuUsage(); const t = performance.now();
    for (let i = 0; i < n; i++) await f();
    const d = process.cpuUsage(c);
    console.log(name, 'cpu', Math.round((d.user + d.system) / 1000 / n), 'wall', Math.round((performance.now() - t) / n));
  };
  await cpu('empty about', 40, () => playRace(starts, { start: 'about', tabs: 1, order: [], steps: [] }));
  await cpu('empty address', 40, () => playRace(starts, { start: 'address', tabs: 1, order: [], steps: [] }));
  await cpu('empty about', 100, () => playRace(starts, { start: 'about', tabs: 1, order: [], steps: [] }));
  await server.close();
});
