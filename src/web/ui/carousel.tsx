import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { allowsMotion } from './allows-motion.ts';
import styles from './carousel.module.css';
import { Icon } from './icon.tsx';
import { PauseButton } from './pause-button.tsx';

/** How long a slide stays. */
export const SLIDE_MS = 3000;
/** A finger that moves less than this is a tap, in pixels. */
const SWIPE_PX = 40;

interface Words {
  /** Names the carousel. */
  label: string;
  /** What Pause stops. */
  what: string;
  previous: string;
  next: string;
}

interface CarouselProps {
  words: Words;
  slides: readonly { key: string; content: ReactNode }[];
}

type Place = 'previous' | 'current' | 'next' | 'away';

const placeOf = (index: number, current: number, count: number): Place => {
  if (index === current) return 'current';
  if (index === (current + 1) % count) return 'next';
  if (index === (current - 1 + count) % count) return 'previous';
  return 'away';
};

/**
 * Slides on the ARIA carousel pattern: Pause comes first, the slide in the middle is enlarged and
 * has half a neighbour on either side (two a view), and all but the middle one are inert. It stops
 * under pointer and focus, in a hidden tab, after the visitor has turned it, and without motion.
 */
export const Carousel = ({ words, slides }: CarouselProps) => {
  const [current, setCurrent] = useState(0);
  const [isPaused, setIsPaused] = useState(false);
  const [isHeld, setIsHeld] = useState(false);
  const startX = useRef(0);
  const slidesId = useId();
  const count = slides.length;
  const isTurning = !isPaused && !isHeld;

  useEffect(() => {
    if (!isTurning || !allowsMotion()) return;
    const timer = setInterval(() => {
      if (!document.hidden) setCurrent((index) => (index + 1) % count);
    }, SLIDE_MS);
    return () => clearInterval(timer);
  }, [isTurning, count]);

  const turn = (by: number) => {
    setIsPaused(true);
    setCurrent((current + by + count) % count);
  };

  return (
    <section
      className={styles['carousel']}
      aria-roledescription="carousel"
      aria-label={words.label}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <div className={styles['controls']}>
        <PauseButton
          isPaused={isPaused}
          what={words.what}
          onToggle={() => setIsPaused(!isPaused)}
        />
        <button
          type="button"
          className={`${styles['turn']} ${styles['back']}`}
          aria-label={words.previous}
          aria-controls={slidesId}
          onClick={() => turn(-1)}
        >
          <Icon name="chevron" />
        </button>
        <button
          type="button"
          className={`${styles['turn']} ${styles['forth']}`}
          aria-label={words.next}
          aria-controls={slidesId}
          onClick={() => turn(1)}
        >
          <Icon name="chevron" />
        </button>
      </div>
      <div
        id={slidesId}
        className={styles['slides']}
        aria-live={isPaused ? 'polite' : 'off'}
        onPointerDown={(event) => {
          startX.current = event.clientX;
        }}
        onPointerUp={(event) => {
          const moved = event.clientX - startX.current;
          if (Math.abs(moved) > SWIPE_PX) turn(moved < 0 ? 1 : -1);
        }}
      >
        {slides.map(({ key, content }, index) => {
          const place = placeOf(index, current, count);
          return (
            // biome-ignore lint/a11y/useSemanticElements: the pattern asks for a group; a fieldset is a form's.
            <div
              key={key}
              className={`${styles['slide']} ${styles[place]}`}
              role="group"
              aria-roledescription="slide"
              aria-label={`${index + 1} of ${count}`}
              inert={place !== 'current'}
            >
              {content}
            </div>
          );
        })}
      </div>
    </section>
  );
};
