import { useEffect, useState } from 'react';

const secondsUntil = (deadline: number): number =>
  Math.max(0, Math.ceil((deadline - Date.now()) / 1000));

/** Whole seconds until a deadline (epoch ms), for display only. The chart handles the deadline. */
export const useSecondsLeft = (deadline: number): number => {
  const [seconds, setSeconds] = useState(() => secondsUntil(deadline));
  useEffect(() => {
    const tick = () => setSeconds(secondsUntil(deadline));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [deadline]);
  return seconds;
};
