import * as yup from 'yup';
import { EDGE_COUNT_MAX, FUNNEL_PATH } from '#contract/funnel.ts';
import { defineCall } from './call.ts';
import { body, flag, integer, list, oneOf, text } from './fields.ts';

const CHART_LENGTH_MAX = 40;
const CHARTS_MAX = 30;
/** Visits of one page to a chart, and changes of where they stand. */
const VISITS_MAX = 50;
const NUMBERS_MAX = 400;

/** Pairs of a number and its count, one after the other. */
const pairs = (min: number, max: number) =>
  list(integer().min(-EDGE_COUNT_MAX).max(EDGE_COUNT_MAX))
    .max(NUMBERS_MAX)
    .test('pairs', 'must be pairs of a number and its count', (numbers) => {
      const items = numbers.filter((_number, index) => index % 2 === 0);
      const counts = numbers.filter((_number, index) => index % 2 === 1);
      return (
        items.length === counts.length &&
        new Set(items).size === items.length &&
        items.every((item) => item >= 0) &&
        counts.every((count) => count >= min && count <= max)
      );
    });

/** A page's beacon: which edges its charts took, and where they stood. Not in the table of calls: a site may lack it. */
export const funnelCall = defineCall({
  method: 'POST',
  path: FUNNEL_PATH,
  tag: 'Files and health',
  summary: 'Count the edges that the charts of a page took',
  body: body({
    device: oneOf('narrow', 'wide'),
    /** Whether the visit came by a campaign. */
    campaign: flag(),
    charts: list(
      yup
        .tuple([
          // The chart's id and version.
          text().max(CHART_LENGTH_MAX).matches(/^\w+$/, 'must be the id of a chart'),
          text().matches(/^[0-9a-f]{8}$/, 'must be the version of a chart'),
          // How many of its actors started.
          integer().min(0).max(VISITS_MAX),
          // The edges that they took, each with its count.
          pairs(1, EDGE_COUNT_MAX),
          // States in which more (or, since the beacon before, fewer) of them stand.
          pairs(-VISITS_MAX, VISITS_MAX),
        ])
        .strict()
        .defined(),
    )
      .min(1)
      .max(CHARTS_MAX)
      .test(
        'distinct',
        'must name each chart once',
        (charts) => new Set(charts.map(([chart]) => chart)).size === charts.length,
      ),
  }),
  examples: {
    body: {
      device: 'wide' as const,
      campaign: false,
      charts: [['otp', '1a2b3c4d', 1, [0, 1], [3, 1]]],
    },
  },
  isXsrfExempt: true,
});
