import { clsx } from 'clsx/lite';
import { customerLogos } from '#web/content/customer-logos.ts';
import { Illustration } from './illustration.tsx';
import styles from './logo-strip.module.css';

/** Width reserved for the drawing in front of a wordmark, and the height of both. */
const MARK_WIDTH = 40;
const HEIGHT = 32;
const BASELINE = 23;

const Logo = ({ name, mark, width, look }: (typeof customerLogos)[number]) => (
  <Illustration label={name}>
    <svg
      className={styles['logo']}
      viewBox={`0 0 ${MARK_WIDTH + width} ${HEIGHT}`}
      width={MARK_WIDTH + width}
      height={HEIGHT}
      aria-hidden="true"
    >
      <path d={mark} fillRule="evenodd" />
      <text
        className={styles[look]}
        x={MARK_WIDTH}
        y={BASELINE}
        textLength={width}
        lengthAdjust="spacingAndGlyphs"
      >
        {name}
      </text>
    </svg>
  </Illustration>
);

const Row = ({ isCopy = false }: { isCopy?: boolean }) => (
  <ul className={clsx(styles['row'], isCopy && styles['copy'])} aria-hidden={isCopy || undefined}>
    {customerLogos.map((logo) => (
      <li key={logo.name}>
        <Logo {...logo} />
      </li>
    ))}
  </ul>
);

/** The customers' logos twice, so that the loop has no gap. */
export const LogoRows = () => (
  <>
    <Row />
    <Row isCopy />
  </>
);
