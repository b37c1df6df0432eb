const files = import.meta.glob<string[]>('../../../../.cache/edges/*.json', {
  import: 'default',
  eager: true,
});

const edgesByChart = new Map(
  Object.entries(files).map(([file, edges]) => [
    file.replace(/^.*\/|\.json$/g, ''),
    new Set(edges),
  ]),
);

/** Ids of the edges that the last run of the browser tests covered; undefined before a first run. */
export const coveredEdges = (chart: string): ReadonlySet<string> | undefined =>
  edgesByChart.get(chart);
