import { allowsMotion } from './allows-motion.ts';
import { watchView } from './watch-view.ts';

/** Half a window below the fold. */
const NEAR = '0px 0px 50% 0px';

interface Approach {
  /** It is about to be scrolled to: the moment to set its first frame. */
  onNear: () => void;
  onSeen: () => void;
}

/**
 * Tells once that an element comes near, and once that it is seen, so that an entrance hides nothing
 * before somebody scrolls towards it. What was in the window from the start, what is come to from
 * below, or a visitor who wants no motion, gets no entrance. Returns how to stop.
 */
export const watchApproach = (element: Element, { onNear, onSeen }: Approach): (() => void) => {
  if (!allowsMotion()) return () => {};
  let isStart = true;
  let stop = watchView(
    element,
    (isNear, top) => {
      const isThere = top < (isStart ? innerHeight : 0);
      isStart = false;
      if (!isNear) return;
      stop();
      if (isThere) return;
      onNear();
      stop = watchView(element, (isSeen) => {
        if (!isSeen) return;
        stop();
        onSeen();
      });
    },
    NEAR,
  );
  return () => stop();
};
