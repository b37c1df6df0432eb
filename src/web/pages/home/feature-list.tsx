import { useEffect, useRef, useState } from 'react';
import { homeContent } from '#web/content/home.ts';
import { allowsMotion } from '#web/ui/allows-motion.ts';
import { Section } from '#web/ui/section.tsx';
import { watchView } from '#web/ui/watch-view.ts';
import styles from './feature-list.module.css';
import { layOutRest } from './lay-out.ts';
import { Still } from './still.tsx';

const { features } = homeContent;
type Block = (typeof features.blocks)[number];

/** Only the middle of the window counts, so that one block at a time is in view. */
const MIDDLE = '-45% 0px -45% 0px';

const FeatureBlock = ({
  block,
  onView,
}: {
  block: Block;
  onView: (id: Block['id'], isInView: boolean) => void;
}) => {
  const box = useRef<HTMLElement>(null);
  useEffect(
    () => (box.current ? watchView(box.current, (is) => onView(block.id, is), MIDDLE) : undefined),
    [block.id, onView],
  );
  return (
    <article ref={box} id={block.id} className={styles['block']} tabIndex={-1}>
      <Still part={`words-${block.id}`} />
      <div className={styles['mock']}>
        <Still part={block.mock} />
      </div>
    </article>
  );
};

const jumpTo = (id: string) => {
  layOutRest();
  const block = document.getElementById(id);
  block?.focus({ preventScroll: true });
  block?.scrollIntoView({ behavior: allowsMotion() ? 'smooth' : 'instant', block: 'center' });
};

/** Parts of the product one below the other, with buttons that lead to each and say which is seen. */
export const FeatureList = () => {
  const [seen, setSeen] = useState<Block['id']>(features.blocks[0].id);
  const view = useRef((id: Block['id'], isInView: boolean) => {
    if (isInView) setSeen(id);
  });
  return (
    <Section id="features" heading={features.heading}>
      <div className={styles['list']}>
        <nav className={styles['buttons']} aria-label={features.label}>
          {features.blocks.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              className={styles['button']}
              aria-current={id === seen}
              onClick={() => jumpTo(id)}
            >
              {name}
            </button>
          ))}
        </nav>
        <div className={styles['blocks']}>
          {features.blocks.map((block) => (
            <FeatureBlock key={block.id} block={block} onView={view.current} />
          ))}
        </div>
      </div>
    </Section>
  );
};
