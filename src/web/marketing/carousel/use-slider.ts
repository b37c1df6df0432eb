import { type RefObject, useEffect, useRef, useState } from 'react';
import { observe } from 'react-intersection-observer';
import type { Slider } from './create-slider.ts';

/** One window ahead: the slider is usually loaded before it is seen. */
const NEAR = { rootMargin: '0px 0px 100% 0px' };

interface SliderState {
  carousel: RefObject<HTMLElement | null>;
  /** For the parent of the slides. */
  container: RefObject<HTMLDivElement | null>;
  /** `false` in the prerendered HTML, whose slides are all shown without script. */
  isMounted: boolean;
  /** Counts on past the last slide, and below 0 before the first. */
  position: number;
  isPaused: boolean;
  setPosition: (position: number) => void;
  setIsPaused: (isPaused: boolean) => void;
}

/**
 * State of a carousel, and the slider that follows it. keen-slider loads when the carousel comes
 * near the window; until then, and if it fails to load, the stylesheet shows the first slide.
 */
export const useSlider = (): SliderState => {
  const carousel = useRef<HTMLElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const [slider, setSlider] = useState<Slider>();
  const [isMounted, setIsMounted] = useState(false);
  const [position, setPosition] = useState(0);
  const [isPaused, setIsPaused] = useState(false);

  useEffect(() => {
    const [section, slides] = [carousel.current, container.current];
    if (!section || !slides) return;
    setIsMounted(true);
    let isStopped = false;
    const stop = observe(
      slides,
      (isNear) => {
        if (!isNear) return;
        stop();
        import('./create-slider.ts').then(
          ({ createSlider }) => {
            if (isStopped) return;
            const onDrag = () => setIsPaused(true);
            setSlider(createSlider(section, slides, { onMove: setPosition, onDrag }));
          },
          () => {},
        );
      },
      NEAR,
    );
    return () => {
      isStopped = true;
      stop();
    };
  }, []);

  useEffect(() => slider?.destroy, [slider]);
  useEffect(() => slider?.update(position, isPaused), [slider, position, isPaused]);

  return { carousel, container, isMounted, position, isPaused, setPosition, setIsPaused };
};
