/** Moves the process's clock when it gets SIGCONT, by so many milliseconds. Not its timers. */
const moveBy = (ms: number): string => `
  const Real = Date;
  let offset = 0;
  globalThis.Date = class Date extends Real {
    constructor(...values) {
      if (values.length > 0) super(...values);
      else super(Real.now() + offset);
    }
    static now() {
      return Real.now() + offset;
    }
  };
  process.on('SIGCONT', () => {
    offset += ${ms};
    console.log('The clock has moved.');
  });
`;

/** A module to preload into a process whose clock a test wants to move, by SIGCONT. */
export const movedClock = (ms: number): string =>
  `data:text/javascript,${encodeURIComponent(moveBy(ms))}`;
