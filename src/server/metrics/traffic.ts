import { Gauge, type Registry } from 'prom-client';
import { HOUR_MS } from '#contract/durations.ts';
import { SUM_SHOWN_MIN } from '#contract/funnel.ts';

/** Something that actors of a chart did: started, took an edge, or stand in a state, as id or path. */
export interface TrafficItem {
  chart: string;
  kind: 'started' | 'edge' | 'state';
  of: string;
  count: number;
}

/**
 * Registers a gauge of what beacons have counted since the start. It changes at the end of an hour and in
 * steps of `SUM_SHOWN_MIN`: two exports with one beacon between them must not show it, nor its time. A
 * chart changes when that many more of its actors have started, because one can take an edge many times.
 *
 * @returns a function that counts
 */
export const createTrafficGauge = (
  registry: Registry,
): ((items: readonly TrafficItem[]) => void) => {
  const sums = new Map<string, { labels: Omit<TrafficItem, 'count'>; sum: number }>();
  /** Actors of each chart that have started, and how many of them are shown. */
  const started = new Map<string, { now: number; shown: number }>();
  let shownHour = 0;
  const show = () => {
    const hour = Math.floor(Date.now() / HOUR_MS);
    if (hour === shownHour) return;
    shownHour = hour;
    for (const [chart, { now, shown }] of started) {
      if (now - shown < SUM_SHOWN_MIN) continue;
      started.set(chart, { now, shown: now });
      const own = [...sums.values()].filter(({ labels }) => labels.chart === chart);
      for (const { labels, sum } of own)
        if (sum >= SUM_SHOWN_MIN) gauge.set(labels, sum - (sum % SUM_SHOWN_MIN));
        else gauge.remove(labels);
    }
  };
  const gauge = new Gauge({
    name: 'funnel_sums',
    help: 'What the charts of pages did from the start to the last full hour: actors that started, edges taken, actors that stand in a state. In steps of five.',
    labelNames: ['chart', 'kind', 'of'],
    registers: [registry],
    collect: show,
  });
  return (items) => {
    show();
    for (const { count, ...labels } of items) {
      const key = Object.values(labels).join(' ');
      const { sum } = sums.get(key) ?? { sum: 0 };
      sums.set(key, { labels, sum: sum + count });
      if (labels.kind === 'started')
        started.set(labels.chart, { shown: 0, ...started.get(labels.chart), now: sum + count });
    }
  };
};
