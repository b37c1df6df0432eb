import { createContext, use } from 'react';
import { useView } from '../live/view.ts';
import { type ChartTraffic, lineShare, type Period } from '../traffic/chart-traffic.ts';

/** What a diagram highlights besides the actor of the view. */
export interface Highlights {
  /** Font size of titles when zoomed out; undefined at scales where all text is legible. */
  titleSizePx?: number | undefined;
  /** The counts of a report, and which period is drawn; undefined while no report is open. */
  traffic?: { counts: ChartTraffic; period: Period } | undefined;
}

export const HighlightsContext = createContext<Highlights>({});

/** A length or colour of traffic for CSS. */
export const shareStyle = (share: number | undefined): object =>
  share === undefined ? {} : { '--share': share };

/**
 * How an element represents these edges, given by id: its part of the traffic, 0 to 1, undefined while
 * no report is open, and its attributes: taken last, not covered or not taken, traffic.
 */
export const useEdgeHighlights = (edges: readonly string[]) => {
  const { traffic } = use(HighlightsContext);
  const { actor, covered } = useView();
  const share = traffic && lineShare(traffic.counts, traffic.period, edges);
  const isDashed =
    share === undefined ? covered && !edges.every((edge) => covered.has(edge)) : share === 0;
  return {
    share,
    attributes: {
      'data-last': edges.some((edge) => actor?.lastEdges.includes(edge)) ? '' : undefined,
      'data-dashed': isDashed && edges.length > 0 ? '' : undefined,
      style: shareStyle(share),
    },
  };
};
