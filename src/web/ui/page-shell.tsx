import { type ReactNode, useRef } from 'react';
import { brand } from '#contract/brand.ts';
import { Constellation } from './constellation.tsx';
import styles from './page-shell.module.css';
import { Wordmark } from './wordmark.tsx';

interface FooterLink {
  label: string;
  href: string;
}

interface PageShellProps {
  /** Address of the home page, where the wordmark leads. */
  homeHref: string;
  /** What stands at the end of the header, such as a way to sign in. */
  aside?: ReactNode;
  /** `form` is one calm column between two constellations; `wide` is the page's own grid. */
  layout?: 'form' | 'wide';
  copyright: string;
  links: readonly FooterLink[];
  children: ReactNode;
}

/** What every page wears: a way past the header, the header, the page itself, the footer. */
export const PageShell = ({
  homeHref,
  aside,
  layout = 'wide',
  copyright,
  links,
  children,
}: PageShellProps) => {
  const main = useRef<HTMLElement>(null);
  return (
    <div className={styles['page']}>
      {/* A button: `href="#main"` would be another route. */}
      <button type="button" className={styles['skip']} onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <header className={styles['header']}>
        <a className={styles['home']} href={homeHref} aria-label={`${brand.name}, home`}>
          <Wordmark />
        </a>
        {aside}
      </header>
      <main ref={main} className={`${styles['main']} ${styles[layout]}`} tabIndex={-1}>
        {layout === 'form' && (
          <>
            <Constellation side="start" />
            <Constellation side="end" />
          </>
        )}
        {layout === 'form' ? <div className={styles['column']}>{children}</div> : children}
      </main>
      <footer className={styles['footer']}>
        <p>{copyright}</p>
        <ul className={styles['links']}>
          {links.map(({ label, href }) => (
            <li key={href}>
              <a href={href}>{label}</a>
            </li>
          ))}
        </ul>
      </footer>
    </div>
  );
};
