interface Guarded {
  source: string;
  event: string;
  guard?: string | undefined;
}

/** The condition of an edge: its guard, or `else` after guarded edges of the same event. */
export const conditionOf = (edge: Guarded, all: readonly Guarded[]): string | undefined => {
  const hasGuardedSibling = all.some(
    ({ source, event, guard }) => source === edge.source && event === edge.event && guard,
  );
  return edge.guard ?? (hasGuardedSibling ? 'else' : undefined);
};
