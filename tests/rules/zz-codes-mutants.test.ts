import { appendFileSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { charts } from '#charts/model/all-charts.ts';
import { createTransitions } from '#paths/chart-transitions.ts';
import { edgePairs } from '#paths/edge-pairs.ts';
import { withFrozenClock } from '#paths/frozen-clock.ts';
import { allOptions } from '#paths/options/all-options.ts';
import { effectOf } from '#paths/path-outcome.ts';
const raw: any = (globalThis as any).__raw ??= {};
const cap: any = (globalThis as any).__cap ??= {};
vi.mock('../support/rules/check-rules.ts', () => ({ checkRules: (n: string, r: any) => { (globalThis as any).__cap[n] = r; } }));
vi.mock('vitest', async (orig: any) => { const real: any = await orig(); return { ...real, test: Object.assign((n: string, f: any, o: any) => (globalThis as any).__test ? (globalThis as any).__test(n, f) : real.test(n, f, o), real.test) }; });
vi.mock('../support/rules/pure-step.ts', async (orig: any) => {
  const real: any = await orig();
  (globalThis as any).__real = real;
  return { ...real, checkEveryEvent: (n: string, r: any, i: any) => { ((globalThis as any).__raw ??= {})[n] = [r, i]; } };
});
const ofKind = (e: any[], k: string) => e.filter((x) => x.kind === k);
const stepOf = (event: any, before: any, { snapshot: after, effects }: any) => ({ event, before, after,
  started: ofKind(effects, 'runs').map(({ id = '', input }: any) => ({ id, input })),
  notices: ofKind(effects, 'emits').map(({ event: { notice } }: any) => String(notice)),
  actions: ofKind(effects, 'does').map(({ action, params }: any) => ({ name: action, params })),
  sent: ofKind(effects, 'sends').map((e: any) => e.event) });
const judge = (name: string, machine: any): string | undefined => {
  const chart = charts.find((c) => c.name === name)!; chart.machine = machine;
  let atStart: any;
  (globalThis as any).__test = (_: string, f: any) => { atStart = f; };
  (globalThis as any).__real.checkEveryEvent(name, ...raw[name]);
  const rules: any = cap[name];
  try { atStart(); } catch (e: any) { return 'START ' + String(e.message).slice(0, 60).replace(/\n/g, ' '); }
  const { paths } = edgePairs(machine, allOptions[name]!);
  const transitions = createTransitions(machine);
  let found: string | undefined;
  withFrozenClock(() => {
    for (const { input, steps } of paths) {
      const { first, take } = transitions.startWith(input);
      const history: any[] = [stepOf({ type: 'xstate.init', input }, first.snapshot, first)];
      const check = () => { for (const [t, r] of Object.entries<any>(rules)) { const f = r(history.at(-1), history); if (f !== undefined) { found = t; return true; } } return false; };
      if (check()) return;
      let { snapshot } = first;
      for (const { event } of steps) { const res = take(snapshot, event); history.push(stepOf(event, snapshot, res)); ({ snapshot } = res); if (check()) return; }
    }
  });
  return found;
};
test('mutants', async () => {
  for (const n of ['otp','reauthentication','login-completion','browser-link','reset-password','forgot-password','email-verification','login']) await import(`./${n}.test.ts`);
  const only = (process.env.ONLY ?? '').split(',').filter(Boolean);
  const skip = Number(process.env.FROM ?? 0);
  const index = JSON.parse(readFileSync('.cache/codes-mutants/index.json', 'utf8'));
  const log = (s: string) => appendFileSync(process.env.LOG ?? '.cache/codes-mutants/log', s + '\n');
  for (const name of new Set<string>(index.map((x: any) => x[0]))) {
    if (only.length && !only.includes(name)) continue;
    const orig = charts.find((c) => c.name === name)!.machine;
    log(`${name} ORIGINAL ${judge(name, orig) ?? 'clean'}`);
    for (const [c, n, desc] of index) {
      if (c !== name || n < skip) continue;
      let result: string;
      try {
        const m: any = await import(/* @vite-ignore */ `/work/wt/rules/.cache/codes-mutants/${c}/${n}.ts`);
        const machine = Object.values<any>(m).find((v) => v && typeof v === 'object' && 'root' in v);
        try { result = judge(c, machine) ?? 'SURVIVED'; } catch (e: any) { result = `throws ${String(e.message).slice(0, 80)}`; }
      } catch (e: any) { result = `INVALID ${String(e.message).slice(0, 90).replace(/\n/g, ' ')}`; }
      log(`${c} ${n} | ${desc} | ${result}`);
    }
    charts.find((c) => c.name === name)!.machine = orig;
  }
  expect(1).toBe(1);
}, 3_000_000);
