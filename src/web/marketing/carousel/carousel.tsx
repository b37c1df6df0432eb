import { clsx } from 'clsx/lite';
import { type ReactNode, useId } from 'react';
import { chevron, Icon } from '#web/ui/icon.tsx';
import { PauseButton } from '../motion/pause-button.tsx';
import roundButton from '../motion/round-button.module.css';
import styles from './carousel.module.css';
import { useSlider } from './use-slider.ts';

interface CarouselWords {
  /** Names the carousel. */
  label: string;
  /** What Pause stops. */
  what: string;
  previous: string;
  next: string;
}

interface CarouselProps {
  words: CarouselWords;
  slides: readonly { key: string; content: ReactNode }[];
}

/**
 * Slides on the ARIA carousel pattern: Pause is the first control, the slide in the centre is
 * enlarged, the others are inert. Autoplay stops under pointer and focus, in a hidden tab, once the
 * visitor has moved a slide, and under reduced motion. Without script all slides are shown.
 */
export const Carousel = ({ words, slides }: CarouselProps) => {
  const { carousel, container, isMounted, position, isPaused, setPosition, setIsPaused } =
    useSlider();
  const slidesId = useId();
  const count = slides.length;
  const current = ((position % count) + count) % count;

  const moveBy = (distance: number) => {
    setIsPaused(true);
    setPosition(position + distance);
  };

  return (
    <section
      ref={carousel}
      className={styles['carousel']}
      aria-roledescription="carousel"
      aria-label={words.label}
    >
      <div className={styles['controls']}>
        <PauseButton
          isPaused={isPaused}
          what={words.what}
          onToggle={() => setIsPaused(!isPaused)}
        />
        <button
          type="button"
          className={clsx(roundButton['button'], styles['previous'])}
          aria-label={words.previous}
          aria-controls={slidesId}
          onClick={() => moveBy(-1)}
        >
          <Icon path={chevron} />
        </button>
        <button
          type="button"
          className={clsx(roundButton['button'], styles['next'])}
          aria-label={words.next}
          aria-controls={slidesId}
          onClick={() => moveBy(1)}
        >
          <Icon path={chevron} />
        </button>
      </div>
      <div
        ref={container}
        id={slidesId}
        className={styles['slides']}
        aria-live={isPaused ? 'polite' : 'off'}
      >
        {slides.map(({ key, content }, index) => (
          // biome-ignore lint/a11y/useSemanticElements: the pattern asks for a group; a fieldset belongs to a form.
          <div
            key={key}
            className={styles['slide']}
            role="group"
            aria-roledescription="slide"
            aria-label={`${index + 1} of ${count}`}
            inert={isMounted && index !== current}
          >
            {content}
          </div>
        ))}
      </div>
    </section>
  );
};
