import { Link } from 'wouter';
import { fallbackContent } from '#web/content/fallback.ts';
import { siteContent } from '#web/content/site.ts';
import styles from './fallback.module.css';
import { Fallback } from './fallback.tsx';

const { pricing, demo, logIn } = siteContent;

/** Error page for an unknown address: the constellation has an empty place, and links lead on. */
export default function NotFound() {
  return (
    <Fallback message={fallbackContent.notFound}>
      {/* The attribute changes the constellation. */}
      <p data-lost className={styles['lost']}>
        {fallbackContent.lost}
      </p>
      <ul className={styles['links']}>
        {[pricing, { label: demo.site, to: demo.to }, logIn].map(({ label, to }) => (
          <li key={to}>
            <Link to={to} className={styles['link']} state={{ email: '' }}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </Fallback>
  );
}
