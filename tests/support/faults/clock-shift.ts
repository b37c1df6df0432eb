/** Shifts the process's `Date` by so many milliseconds on SIGCONT; timers are unaffected. */
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

/** The URL of a module to preload into a process whose clock a test shifts by SIGCONT. */
export const clockShiftModule = (ms: number): string =>
  `data:text/javascript,${encodeURIComponent(moveBy(ms))}`;
