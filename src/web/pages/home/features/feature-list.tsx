import { useCallback, useEffect, useRef, useState } from 'react';
import { observe } from 'react-intersection-observer';
import { homeContent } from '#web/content/home.ts';
import { Section } from '#web/marketing/section.tsx';
import { allowsMotion } from '#web/platform/allows-motion.ts';
import { StaticIsland } from '#web/routing/static-island.tsx';
import styles from './feature-list.module.css';

const { features } = homeContent;
type Block = (typeof features.blocks)[number];

/** The middle of the window. */
const MIDDLE = { rootMargin: '-45% 0px -45% 0px' };

interface ScreenProps {
  block: Block;
  /** It comes to the middle of the window, or leaves it downwards. Must keep its identity between renders. */
  onPass: (id: Block['id'], isInView: boolean) => void;
}

const Screen = ({ block: { id, mock }, onPass }: ScreenProps) => {
  const box = useRef<HTMLElement>(null);
  useEffect(
    () =>
      box.current
        ? observe(
            box.current,
            (isInView, { boundingClientRect: { top } }) =>
              (isInView || top > 0) && onPass(id, isInView),
            MIDDLE,
          )
        : undefined,
    [id, onPass],
  );
  return (
    <article ref={box} id={id} className={styles['screen']} tabIndex={-1}>
      <div data-night className={styles['card']}>
        <StaticIsland part={mock} />
      </div>
    </article>
  );
};

const jumpTo = (id: string) => {
  const screen = document.getElementById(id);
  screen?.focus({ preventScroll: true });
  screen?.scrollIntoView({ behavior: allowsMotion() ? 'smooth' : 'instant' });
};

const indexOf = (id: Block['id']): number => features.blocks.findIndex((block) => block.id === id);

/**
 * The parts of the product: their headings, each a button that scrolls to its screen, and the screens, which slide
 * over one another where there is room. The one in view is current.
 */
export const FeatureList = () => {
  const [current, setCurrent] = useState(0);
  const pass = useCallback(
    (id: Block['id'], isInView: boolean) =>
      setCurrent((shown) => {
        const index = indexOf(id);
        if (isInView) return index;
        // The screen before it is uncovered.
        return Math.min(shown, Math.max(index - 1, 0));
      }),
    [],
  );
  return (
    <Section id="features" heading={features.heading}>
      <div className={styles['list']}>
        <div className={styles['entries']}>
          {features.blocks.map(({ id, title }, index) => (
            <div key={id} className={styles['entry']}>
              <h3>
                <noscript>{title}</noscript>
                <button
                  type="button"
                  className={styles['button']}
                  aria-current={index === current}
                  onClick={() => jumpTo(id)}
                >
                  {title}
                </button>
              </h3>
              <StaticIsland part={`text-${id}`} />
            </div>
          ))}
        </div>
        <div className={styles['stage']}>
          {features.blocks.map((block) => (
            <Screen key={block.id} block={block} onPass={pass} />
          ))}
        </div>
      </div>
    </Section>
  );
};
