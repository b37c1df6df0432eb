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
 * before somebody scrolls towards it. What is in the window already, or a visitor who wants no
 * motion, gets no entrance. Returns how to stop.
 */
export const watchApproach = (element: Element, { onNear, onSeen }: Approach): (() => void) => {
  if (!allowsMotion() || element.getBoundingClientRect().top < innerHeight) return () => {};
  let stop = watchView(
    element,
    (isNear) => {
      if (!isNear) return;
      stop();
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
