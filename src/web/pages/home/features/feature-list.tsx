import { useEffect, useRef, useState } from 'react';
import { observe } from 'react-intersection-observer';
import { homeContent } from '#web/content/home.ts';
import { Section } from '#web/marketing/section.tsx';
import { allowsMotion } from '#web/platform/allows-motion.ts';
import { StaticIsland } from '#web/routing/static-island.tsx';
import styles from './feature-list.module.css';

const { features } = homeContent;
type Block = (typeof features.blocks)[number];

/** The middle of the window, where only one block fits at a time. */
const MIDDLE = { rootMargin: '-45% 0px -45% 0px' };

interface FeatureBlockProps {
  block: Block;
  /** Must keep its identity between renders. */
  onView: (id: Block['id']) => void;
}

const FeatureBlock = ({ block, onView }: FeatureBlockProps) => {
  const box = useRef<HTMLElement>(null);
  useEffect(
    () =>
      box.current
        ? observe(box.current, (isInView) => isInView && onView(block.id), MIDDLE)
        : undefined,
    [block.id, onView],
  );
  return (
    <article ref={box} id={block.id} className={styles['block']} tabIndex={-1}>
      <StaticIsland part={`text-${block.id}`} />
      <div className={styles['mock']}>
        <StaticIsland part={block.mock} />
      </div>
    </article>
  );
};

const jumpTo = (id: string) => {
  const block = document.getElementById(id);
  block?.focus({ preventScroll: true });
  block?.scrollIntoView({ behavior: allowsMotion() ? 'smooth' : 'instant', block: 'center' });
};

/** The parts of the product in a column, with a button that scrolls to each; the one in view is current. */
export const FeatureList = () => {
  const [current, setCurrent] = useState<Block['id']>(features.blocks[0].id);
  return (
    <Section id="features" heading={features.heading}>
      <div className={styles['list']}>
        <nav className={styles['buttons']} aria-label={features.label}>
          {features.blocks.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              className={styles['button']}
              aria-current={id === current}
              onClick={() => jumpTo(id)}
            >
              {name}
            </button>
          ))}
        </nav>
        <div className={styles['blocks']}>
          {features.blocks.map((block) => (
            <FeatureBlock key={block.id} block={block} onView={setCurrent} />
          ))}
        </div>
      </div>
    </Section>
  );
};
