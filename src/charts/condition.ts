interface Guarded {
  source: string;
  event: string;
  guard?: string | undefined;
}

/** Under which condition an edge is taken: its guard, `else` after guarded ones of the same event. */
export const conditionOf = (edge: Guarded, all: readonly Guarded[]): string | undefined => {
  const hasGuardedSibling = all.some(
    ({ source, event, guard }) => source === edge.source && event === edge.event && guard,
  );
  return edge.guard ?? (hasGuardedSibling ? 'else' : undefined);
};
