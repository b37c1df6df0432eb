const files = import.meta.glob<string[]>('../../../.cache/edges/*.json', {
  import: 'default',
  eager: true,
});

const walked = new Map(
  Object.entries(files).map(([file, edges]) => [
    file.replace(/^.*\/|\.json$/g, ''),
    new Set(edges),
  ]),
);

/** Ids of the edges that the last run of the browser tests took; undefined where none is known. */
export const walkedEdges = (chart: string): ReadonlySet<string> | undefined => walked.get(chart);
