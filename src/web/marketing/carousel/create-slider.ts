import KeenSlider, { type KeenSliderInstance, type KeenSliderPlugin } from 'keen-slider';
import { allowsMotion } from '#web/platform/allows-motion.ts';

/** How long a slide stays. */
export const SLIDE_MS = 3000;

/**
 * keen-slider plugin that moves on every `SLIDE_MS`, unless the carousel is paused, hovered or
 * focused, its tab is hidden, or the visitor prefers reduced motion.
 *
 * @param carousel contains the slides and their controls
 */
const autoplay =
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

/** The stylesheet's `--tablet`: from this width on, two slides fit into the view. */
const TABLET = '(min-width: 40rem)';

interface SliderEvents {
  /** The slider moves to this position; positions count on past the last slide. */
  onMove: (position: number) => void;
  /** The visitor starts to drag. */
  onDrag: () => void;
}

export interface Slider {
  /** Moves to that position and, unless paused, plays on from there. */
  update: (position: number, isPaused: boolean) => void;
  destroy: () => void;
}

/**
 * Gives each slide its distance from the centre, in slides; the stylesheet places it by that. As many are on
 * one side as on the other.
 */
const placeSlides = ({ slides, track }: KeenSliderInstance): void => {
  for (const [index, { distance, size }] of track.details.slides.entries()) {
    const offset = (distance + size / 2 - 0.5) / size;
    const turns = Math.round(offset / slides.length);
    slides[index]?.style.setProperty('--offset', `${offset - turns * slides.length}`);
  }
};

/** Ends a running animation on its target. */
const skipAnimation = ({ animator, track }: KeenSliderInstance): void => {
  const distance = track.idxToDist(animator.targetIdx ?? track.details.abs, true);
  animator.stop();
  track.add(distance);
};

/**
 * Starts keen-slider on the children of `container`: endless, the current slide in the centre, two
 * slides per view (one on phones). Under reduced motion slides change without an animation.
 *
 * @param carousel contains the slides and their controls
 */
export const createSlider = (
  carousel: HTMLElement,
  container: HTMLElement,
  { onMove, onDrag }: SliderEvents,
): Slider => {
  let isStopped = false;
  const slider = new KeenSlider(
    container,
    {
      selector: ':scope > *',
      loop: true,
      rtl: container.matches(':dir(rtl)'),
      slides: { origin: 'center' },
      breakpoints: { [TABLET]: { slides: { origin: 'center', perView: 2 } } },
      // The stylesheet sizes and places the slides, so that they do not shift when this script loads.
      renderMode: 'custom',
      detailsChanged: placeSlides,
      dragChecked: onDrag,
      animationStarted: (moving) => {
        onMove(moving.animator.targetIdx ?? moving.track.details.abs);
        if (!allowsMotion()) skipAnimation(moving);
      },
    },
    [autoplay(carousel, () => isStopped)],
  );
  return {
    update: (position, isPaused) => {
      isStopped = isPaused;
      // A running animation to this position goes on.
      if (slider.animator.targetIdx !== position) slider.moveToIdx(position, true);
    },
    destroy: slider.destroy,
  };
};
