import type { KeenSliderPlugin } from 'keen-slider';
import { allowsMotion } from '#web/platform/allows-motion.ts';

/** How long a slide stays. */
export const SLIDE_MS = 3000;

/**
 * keen-slider plugin that moves on every `SLIDE_MS`, unless the carousel is paused, hovered or
 * focused, its tab is hidden, or the visitor prefers reduced motion.
 *
 * @param carousel contains the slides and their controls
 */
export const autoplay =
  (carousel: HTMLElement, isPaused: () => boolean): KeenSliderPlugin =>
  (slider) => {
    let timer: ReturnType<typeof setInterval>;
    const unmounted = new AbortController();
    const listen = (types: string[], listener: () => void) => {
      for (const type of types)
        carousel.addEventListener(type, listener, { signal: unmounted.signal });
    };
    const stop = () => clearInterval(timer);
    const start = () => {
      stop();
      timer = setInterval(() => {
        if (!isPaused() && !document.hidden && allowsMotion()) slider.next();
      }, SLIDE_MS);
    };
    listen(['pointerenter', 'focusin'], stop);
    listen(['pointerleave', 'focusout'], start);
    slider.on('created', () => {
      if (!carousel.matches(':hover, :focus-within')) start();
    });
    slider.on('destroyed', () => {
      stop();
      unmounted.abort();
    });
  };
