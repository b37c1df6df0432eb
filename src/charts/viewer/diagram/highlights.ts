import { createContext, useContext } from 'react';

/** What a diagram highlights. States and edges are given by id. */
export interface Highlights {
  active: readonly string[];
  isRunning: boolean;
  lastEdges: readonly string[];
  /** Edges that the browser tests cover; undefined while unknown. */
  covered: ReadonlySet<string> | undefined;
  /** Font size of titles when zoomed out; undefined at scales where all text is legible. */
  titleSizePx?: number | undefined;
}

export const HighlightsContext = createContext<Highlights>({
  active: [],
  isRunning: false,
  lastEdges: [],
  covered: undefined,
});

/** Data attributes for an element that represents these edges: taken last, not covered. */
export const useEdgeHighlights = (edges: readonly string[]) => {
  const { lastEdges, covered } = useContext(HighlightsContext);
  return {
    'data-last': edges.some((edge) => lastEdges.includes(edge)) ? '' : undefined,
    'data-dashed': covered && !edges.every((edge) => covered.has(edge)) ? '' : undefined,
  };
};
