import type { Mutation } from '#build/testing/mutations.ts';

const BEACONS = 'tests/server/funnel/beacons.test.ts';
const JOURNEY = 'tests/journeys/flows/funnel.test.ts';

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
    from: '(change >= 0 || !table.final.includes(state)),',
    to: 'true,',
    tests: [BEACONS],
  },
  {
    name: 'more visits stand in a state than there are',
    file: 'src/server/funnel/possible.ts',
    from: 'change <= started + moved &&',
    to: '',
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
    name: 'an edge that leads elsewhere in an older version is summed with the present one',
    file: 'src/server/funnel/report.ts',
    from: 'const isOther = same &&',
    to: 'const isOther = !same && same &&',
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
    tests: [JOURNEY],
    only: 'respected',
  },
  {
    name: 'a beacon carries cookies',
    file: 'src/web/flows/funnel.ts',
    from: "credentials: 'omit'",
    to: "credentials: 'include'",
    tests: [JOURNEY],
    only: 'no cookie',
  },
  {
    name: 'a visit that goes on is counted where it stood before',
    file: 'src/web/flows/funnel.ts',
    from: 'for (const number of before) add(places, number, -1);',
    to: '',
    tests: [JOURNEY],
    only: 'after a beacon',
  },
];
