import type { Mutation } from '#build/testing/mutations.ts';

const BEACONS = 'tests/server/funnel/beacons.test.ts';
const BROWSER = 'tests/web/funnel.test.ts';

/** Faults of the counts of the charts' traffic. */
export const funnelMutations: Mutation[] = [
  {
    name: 'an edge counts from a state that nobody entered',
    file: 'src/server/funnel/possible.ts',
    from: 'if (!edge || !entered.has(edge.source)) return true;',
    to: 'if (!edge) return true;',
    tests: [BEACONS],
  },
  {
    name: 'a beacon takes visits out of an end',
    file: 'src/server/funnel/possible.ts',
    from: '!isEndLeft &&',
    to: '',
    tests: [BEACONS],
  },
  {
    name: 'more visits stand in a chart than there are',
    file: 'src/server/funnel/possible.ts',
    from: '=== started;',
    to: '>= 0;',
    tests: [BEACONS],
  },
  {
    name: 'a visit stands in one region only',
    file: 'src/server/funnel/possible.ts',
    from: 'return others.every((count) => count === first) ? first : Number.NaN;',
    to: 'return Math.max(first, ...others);',
    tests: [BEACONS],
  },
  {
    name: 'a count with the number of another edge refuses a visit',
    file: 'src/contract/calls/funnel.ts',
    from: 'new Set(items).size === items.length',
    to: 'new Set(numbers).size === numbers.length',
    tests: [BEACONS],
  },
  {
    name: 'a failed end counts as finished',
    file: 'src/server/funnel/report.ts',
    from: 'table.goals.includes(',
    to: 'table.final.includes(',
    tests: [BEACONS],
  },
  {
    name: 'sums below five are shown',
    file: 'src/server/funnel/report.ts',
    from: 'sum > 0 && sum < SUM_SHOWN_MIN ? null : Math.max(sum, 0)',
    to: 'Math.max(sum, 0)',
    tests: [BEACONS],
  },
  {
    name: 'metrics tell the minute of a beacon',
    file: 'src/server/metrics/traffic.ts',
    from: 'if (hour === shownHour) return;',
    to: '',
    tests: [BEACONS],
  },
  {
    name: 'metrics tell what fewer than five did many times',
    file: 'src/server/metrics/traffic.ts',
    from: 'if (now - shown < SUM_SHOWN_MIN) continue;',
    to: '',
    tests: [BEACONS],
  },
  {
    name: 'reports tell what fewer than five did in a version of their own',
    file: 'src/server/funnel/report.ts',
    from: 'if (!isShared && (startedIn.get(chart_version) ?? 0) < SUM_SHOWN_MIN) continue;',
    to: '',
    tests: [BEACONS],
  },
  {
    name: 'reports tell that one of fewer than five finished',
    file: 'src/server/funnel/report.ts',
    from: 'started < SUM_SHOWN_MIN && (started || finished) ? null : shown(finished)',
    to: 'shown(finished)',
    tests: [BEACONS],
  },
  {
    name: 'reports tell what fewer than five did many times',
    file: 'src/server/funnel/report.ts',
    from: 'started < SUM_SHOWN_MIN\n      ? []',
    to: 'started < 0\n      ? []',
    tests: [BEACONS],
  },
  {
    name: 'metrics tell of a single beacon',
    file: 'src/server/metrics/traffic.ts',
    from: 'sum - (sum % SUM_SHOWN_MIN)',
    to: 'sum',
    tests: [BEACONS],
  },
  {
    name: 'an edge that leads elsewhere in an older version is summed with the present one',
    file: 'src/server/funnel/report.ts',
    from: 'same && !isShared ?',
    to: 'same && isShared ?',
    tests: [BEACONS],
  },
  {
    name: 'a visitor who asks not to be counted is counted by the server',
    file: 'src/server/funnel/routes.ts',
    from: "if (headers['dnt'] !== '1' && headers['sec-gpc'] !== '1') {",
    to: 'if (headers) {',
    tests: [BEACONS],
  },
  {
    name: 'a network may send beacons without end',
    file: 'src/server/funnel/routes.ts',
    from: 'counter.count(network) > BEACONS_PER_HOUR',
    to: 'counter.count(network) < 0',
    tests: [BEACONS],
  },
  {
    name: 'a page counts in spite of the privacy signal',
    file: 'src/web/flows/funnel.ts',
    from: "if (navigator.globalPrivacyControl === true || navigator.doNotTrack === '1') return false;",
    to: '',
    tests: [BROWSER],
  },
  {
    name: 'a beacon carries cookies',
    file: 'src/web/flows/funnel.ts',
    from: "credentials: 'omit'",
    to: "credentials: 'include'",
    tests: [BROWSER],
  },
  {
    name: 'a visit that goes on is counted where it stood before',
    file: 'src/web/flows/funnel.ts',
    from: 'for (const number of before) add(places, number, -1);',
    to: '',
    tests: [BROWSER],
  },
  {
    name: 'the first half of what a page did is never told',
    file: 'src/web/flows/funnel.ts',
    from: `    send(charts);
    send(others);`,
    to: '    send(others);',
    tests: [BROWSER],
  },
  {
    name: 'the second half of what a page did is never told',
    file: 'src/web/flows/funnel.ts',
    from: `    send(others);
`,
    to: '',
    tests: [BROWSER],
  },
  {
    name: 'the bar that asks for consent is counted',
    file: 'src/web/flows/funnel.ts',
    from: `  if (actor.logic.id === 'consent') return;
`,
    to: '',
    tests: [BROWSER],
  },
  {
    name: 'a visit that has ended is told again and again',
    file: 'src/web/flows/funnel.ts',
    from: `    else actors.delete(actor);
`,
    to: '',
    tests: [BROWSER],
  },
  {
    name: 'a page that is hidden, and may be ended there, does not tell',
    file: 'src/web/flows/funnel.ts',
    from: "if (document.visibilityState === 'hidden') tell();",
    to: '',
    tests: [BROWSER],
  },
  {
    name: 'a page that stays open does not tell',
    file: 'src/web/flows/funnel.ts',
    from: `  setInterval(tell, INTERVAL_MS);
`,
    to: '',
    tests: [BROWSER],
  },
  {
    name: 'an edge counts more often than the server takes',
    file: 'src/web/flows/funnel.ts',
    from: 'Math.min((counts.get(number) ?? 0) + by, EDGE_COUNT_MAX)',
    to: '(counts.get(number) ?? 0) + by',
    tests: [BROWSER],
  },
  {
    name: 'what a chart did before its start is not counted',
    file: 'src/web/flows/funnel.ts',
    from: `    for (const [number, count] of edges) add(tally.edges, number, count);
`,
    to: '',
    tests: [BROWSER],
  },
];
