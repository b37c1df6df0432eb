import { funnelCall } from '#contract/calls/funnel.ts';
import { HOUR_MS } from '#contract/durations.ts';
import { BEACON_BYTES_MAX, type ChartTable } from '#contract/funnel.ts';
import { clientNetwork, WIDE_NETWORK_FACTOR, wideNetworkOf } from '../http/client-network.ts';
import { createWindowCounter } from '../http/flood-limit.ts';
import { HttpError } from '../http/http-error.ts';
import { registerCall } from '../http/register-call.ts';
import { parseStrictJson } from '../http/request-body.ts';
import { createWorkQueue } from '../limits/work-queue.ts';
import type { RoutePlugin } from '../services.ts';
import { isPossible } from './possible.ts';
import { addSums, type Counted, findChart, namedItems, storeCharts } from './sums.ts';

/** Beacons of a client network in an hour: the visits of an office. */
const BEACONS_PER_HOUR = 300;

/** Beacons that wait for their turn. */
const WAITING_MAX = 2000;

/**
 * Accepts the beacons of pages. Networks are counted in memory, by a sketch that cannot tell which they were; no
 * beacon is stored, only sums.
 */
export const createFunnelRoutes =
  (charts: readonly ChartTable[]): RoutePlugin =>
  async (app, { db, metrics }) => {
    const counter = createWindowCounter(undefined, HOUR_MS);
    // All add to the same rows: more at once would wait for each other, each with a connection.
    const adding = createWorkQueue({ running: 2, waiting: WAITING_MAX });
    metrics.watchQueue('beacons', adding);
    let storing: ReturnType<typeof storeCharts> | undefined;
    /** The charts of this build, stored at the first beacon; tried again after a failure. */
    const ownCharts = async () => {
      storing ??= storeCharts(db, charts);
      return storing.catch((error) => {
        storing = undefined;
        throw error;
      });
    };

    // A beacon is plain text, so that a page on another host needs no preflight while it ends.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      'text/plain',
      { parseAs: 'buffer', bodyLimit: BEACON_BYTES_MAX },
      async (_request: unknown, body: Buffer) => parseStrictJson(body),
    );

    registerCall(
      app,
      funnelCall,
      async ({ body: { device, campaign, charts: parts }, headers }, reply) => {
        // The page does not send these: whoever repeats a request by hand is not counted either.
        if (headers['dnt'] !== '1' && headers['sec-gpc'] !== '1') {
          const own = await ownCharts();
          const counted: Counted[] = [];
          for (const [chart, version, ...counts] of parts) {
            // A tab may be older than this build.
            const known = own.get(`${chart} ${version}`) ?? (await findChart(db, chart, version));
            if (!known || !isPossible(known.table, counts))
              throw new HttpError('request_invalid', 'These counts are of no chart of this site.');
            counted.push({ ...known, counts });
          }
          await adding.run('', () =>
            addSums(db, { isNarrow: device === 'narrow', isCampaign: campaign, counted }),
          );
          metrics.traffic(counted.flatMap(namedItems));
        }
        return reply.code(204).send();
      },
      [
        async (request) => {
          const network = clientNetwork(request);
          if (
            counter.count(wideNetworkOf(network)) > BEACONS_PER_HOUR * WIDE_NETWORK_FACTOR ||
            counter.count(network) > BEACONS_PER_HOUR
          )
            throw new HttpError('too_many_requests', 'Too many requests. Please wait.', {
              retryAfterS: counter.secondsLeft(),
              rates: ['beacons'],
            });
        },
      ],
    );
  };
