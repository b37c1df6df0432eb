import { describe, expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { chartGraph } from '#charts/viewer/layout/elk-graph.ts';
import {
  changeText,
  chartTraffic,
  lineShare,
  partText,
  periodText,
  statesByLeft,
  sumText,
} from '#charts/viewer/traffic/chart-traffic.ts';
import { parseReport } from '#charts/viewer/traffic/use-report.ts';
import type { FunnelChart, FunnelReport } from '#contract/funnel.ts';
import { otpMachine } from '#machines/otp.ts';
import { versionOf } from '#machines/rules/edges.ts';

const OTP: FunnelChart = {
  chart: 'otp',
  versions: [
    { version: 'b2', started: 180 },
    { version: 'a1', started: null },
  ],
  now: {
    started: 200,
    finished: 120,
    edges: { 'open.boxes.deciding||1': 190, 'open.boxes.deciding||0': null, 'open.gone|go|0': 30 },
    left: { 'open.boxes.shown': 50, verified: 120, 'open.boxes.hidden': 8 },
  },
  before: {
    started: 100,
    finished: 70,
    edges: { 'open.boxes.deciding||1': 95 },
    left: { 'open.boxes.shown': null, 'open.lost': 6 },
  },
};
const REPORT: FunnelReport = {
  format: 'funnel 1',
  now: { from: '2026-11-16', to: '2026-11-23' },
  before: { from: '2026-11-09', to: '2026-11-16' },
  charts: [OTP],
};

describe('a funnel report', () => {
  test('is read as it was printed', () => {
    expect(parseReport(JSON.stringify(REPORT, undefined, 2))).toEqual(REPORT);
  });

  test.each([
    ['', 'It is not a funnel report'],
    ['[]', 'It is not a funnel report'],
    ['{"format":"recording"}', 'It is not a funnel report'],
    ['{"format":"funnel 2"}', 'It has the format “funnel 2”'],
    [JSON.stringify({ ...REPORT, charts: undefined }), 'incomplete'],
    [JSON.stringify({ ...REPORT, now: { from: 'soon', to: '2026-11-23' } }), 'incomplete'],
    [JSON.stringify({ ...REPORT, charts: [{ ...OTP, before: {} }] }), 'incomplete'],
    [
      JSON.stringify({
        ...REPORT,
        charts: [{ ...OTP, now: { ...OTP.now, left: { verified: -1 } } }],
      }),
      'incomplete',
    ],
  ])('is refused with a sentence that says why: %s', (text, reason) => {
    expect(() => parseReport(text)).toThrow(reason);
  });
});

describe('the counts of a chart', () => {
  const counts = chartTraffic(chartGraph(otpMachine), OTP);

  test('are those of the edges and states with the same path', () => {
    expect(counts.edges.get('otp.open.boxes.deciding||1')).toEqual({ now: 190, before: 95 });
    expect(counts.edges.get('otp.open.boxes.deciding||0')).toEqual({ now: null, before: 0 });
    expect(counts.left.get('otp.open.boxes.shown')).toEqual({ now: 50, before: null });
    expect(counts.left.get('otp.open.delivery.ready')).toEqual({ now: 0, before: 0 });
    expect(counts.left.has('otp.open')).toBe(false);
    expect(counts.edges.size).toBe(25);
  });

  test('of what the chart no longer has are listed apart', () => {
    expect([...counts.older]).toEqual([
      ['open.gone|go|0', { now: 30, before: 0 }],
      ['open.lost', { now: 0, before: 6 }],
    ]);
  });

  test('tell who finished from who left, most leavers first', () => {
    expect([...counts.ends]).toEqual(['otp.verified', 'otp.refused']);
    expect(statesByLeft(counts).slice(0, 3)).toEqual([
      'otp.open.boxes.shown',
      'otp.open.boxes.hidden',
      'otp.open.delivery.deciding',
    ]);
  });

  test('take a final state of a state for one to leave in', () => {
    const machine = createMachine({
      id: 'door',
      initial: 'open',
      states: {
        open: { initial: 'shut', states: { shut: { type: 'final' } } },
        gone: { type: 'final' },
      },
    });
    expect([...chartTraffic(chartGraph(machine), OTP).ends]).toEqual(['door.gone']);
  });

  test('draw lines as parts of the largest one of both periods', () => {
    const line = ['otp.open.boxes.deciding||1'];
    expect(lineShare(counts, 'now', line)).toBe(1);
    expect(lineShare(counts, 'before', line)).toBe(0.5);
    expect(lineShare(counts, 'before', ['otp.open.boxes.deciding||0'])).toBe(0);
    const below = lineShare(counts, 'now', ['otp.open.boxes.deciding||0']);
    expect(below).toBeGreaterThan(0);
    expect(below).toBeLessThan(0.03);
  });

  test('say which of their versions is the shown chart', () => {
    const shown = { version: versionOf(otpMachine), started: 9 };
    const versions = [...OTP.versions, shown];
    expect(
      chartTraffic(chartGraph(otpMachine), { ...OTP, versions }).versions.map(
        ({ isOpen }) => isOpen,
      ),
    ).toEqual([false, false, true]);
    expect(counts.versions.some(({ isOpen }) => isOpen)).toBe(false);
  });
});

test('sums, parts, changes and periods are texts for people', () => {
  expect([null, 0, 1240, 12_345, 2_500_000].map(sumText)).toEqual([
    '<5',
    '0',
    '1,240',
    '12.3K',
    '2.5M',
  ]);
  expect([partText(31, 1240), partText(31, null), partText(null, 9), partText(0, 9)]).toEqual([
    '31 (2.5%)',
    '31',
    '<5',
    '0',
  ]);
  const changes: [number | null, number | null][] = [
    [12, 10],
    [8, 10],
    [10, 10],
    [8, 0],
    [0, 8],
    [0, 0],
    [null, 8],
    [8, null],
  ];
  expect(changes.map(([now, before]) => changeText({ now, before }))).toEqual([
    '+20%',
    '−20%',
    '±0%',
    'new',
    '−100%',
    '',
    '',
    '',
  ]);
  expect(periodText(REPORT.now).replaceAll(/\s/g, ' ')).toMatch(/^16 ?– ?22 Nov$/);
});
