/** Whether the visitor lets things move. For effects and handlers alone: a server has no visitor. */
export const allowsMotion = (): boolean =>
  matchMedia('(prefers-reduced-motion: no-preference)').matches;
