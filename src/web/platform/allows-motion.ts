/** Whether the visitor accepts motion. Only for effects and event handlers: needs `matchMedia`. */
export const allowsMotion = (): boolean =>
  matchMedia('(prefers-reduced-motion: no-preference)').matches;
