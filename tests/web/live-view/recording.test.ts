// @vitest-environment happy-dom
import { afterAll, expect, test, vi } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { PageMessage } from '#charts/viewer/broadcast/messages.ts';
import { applyMessage, emptyLiveState } from '#charts/viewer/live/live-state.ts';
import { recordingOf } from '#charts/viewer/live/time-travel.ts';
import { otpMachine } from '#machines/otp.ts';
import { replayText } from '#paths/command/texts.ts';

// The real broadcast of a tab, with a channel that delivers at once.
let live = emptyLiveState;
vi.stubGlobal(
  'BroadcastChannel',
  class {
    addEventListener() {}
    postMessage(message: PageMessage) {
      live = applyMessage(live, structuredClone(message));
    }
  },
);
await import('#charts/viewer/broadcast/broadcast-inspection.ts');
afterAll(() => vi.unstubAllGlobals());

const runOtp = async (code: string) => {
  live = emptyLiveState;
  const machine = otpMachine.provide({
    actors: {
      sendCode: fromPromise(async () => ({ ok: true as const, resendAt: Date.now() + 30_000 })),
      verifyCode: fromPromise(async () => ({ ok: true as const })),
    } as never,
  });
  const actor = createActor(machine, {
    input: { email: 'asha@acme.example', isAutoSubmit: true } as never,
    inspect: (event) => globalThis.inspectCharts?.(event),
  }).start();
  await waitFor(actor, (snapshot) => snapshot.hasTag('codeEntry'));
  actor.send({ type: 'code.changed', code });
  await waitFor(actor, (snapshot) => snapshot.status === 'done');
  return { page: live.log[0]?.page ?? '', session: actor.sessionId };
};

const replayOtp = (recording: unknown) =>
  replayText(
    { name: 'otp', machine: otpMachine, options: { events: [] } },
    JSON.parse(JSON.stringify(recording)),
  );

test('the events of an actor replay on its chart, once the masked code is written in', async () => {
  const actor = await runOtp('123456');
  const recording = recordingOf(live.log, 'otp', actor);
  expect(recording).toMatchObject({ chart: 'otp', input: { email: 'asha@acme.example' } });
  expect(JSON.stringify(recording)).not.toContain('123456');
  expect(() => replayOtp(recording)).toThrow('masked');
  const unmasked = JSON.parse(JSON.stringify(recording).replaceAll('••••••', '123456'));
  expect(replayOtp(unmasked)).toMatch(/^otp replays \d events[\s\S]*→ verified$/);
});

test('there is no recording once the log has lost the start of the actor', async () => {
  const actor = await runOtp('123456');
  const log = live.log.slice(0, -3);
  expect(recordingOf(log, 'otp', actor)).toBeUndefined();
});
