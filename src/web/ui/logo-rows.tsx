import { customerLogos } from '#web/content/customers.ts';
import { Drawn } from './drawn.tsx';
import styles from './logo-strip.module.css';

/** Room for the drawing in front of a wordmark, and the height of both. */
const MARK = 40;
const HEIGHT = 32;
const BASELINE = 23;

const Logo = ({ name, mark, width, look }: (typeof customerLogos)[number]) => (
  <Drawn label={name}>
    <svg
      className={styles['logo']}
      viewBox={`0 0 ${MARK + width} ${HEIGHT}`}
      width={MARK + width}
      height={HEIGHT}
      aria-hidden="true"
      focusable="false"
    >
      <path d={mark} fillRule="evenodd" />
      <text className={styles[look]} x={MARK} y={BASELINE} textLength={width}>
        {name}
      </text>
    </svg>
  </Drawn>
);

const Row = ({ isCopy = false }: { isCopy?: boolean }) => (
  <ul
    className={`${styles['row']} ${isCopy ? styles['copy'] : ''}`}
    aria-hidden={isCopy || undefined}
  >
    {customerLogos.map((logo) => (
      <li key={logo.name}>
        <Logo {...logo} />
      </li>
    ))}
  </ul>
);

/** The customers' wordmarks twice, so that the row can go round without a gap. */
export const LogoRows = () => (
  <>
    <Row />
    <Row isCopy />
  </>
);
