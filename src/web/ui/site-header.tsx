import { useEffect, useId, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { brand } from '#contract/brand.ts';
import { siteContent } from '#web/content/site.ts';
import { RouteLink } from './route-link.tsx';
import styles from './site-header.module.css';
import { Wordmark } from './wordmark.tsx';

/** Which words the two calls to action use: the campaign page has its own. */
export type HeaderCalls = keyof typeof siteContent.calls;

/** What every call to action carries along. */
const noEmail = { email: '' };

const MenuGlyph = ({ isOpen }: { isOpen: boolean }) => (
  <svg className={styles['glyph']} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={isOpen ? 'M6 6 18 18M18 6 6 18' : 'M4 8h16M4 16h16'} />
  </svg>
);

interface SiteHeaderProps {
  calls: HeaderCalls;
  /** Scrolls away with the page. */
  isStill: boolean;
}

/** The head of every page: the mark, the ways through the site, and the three calls to action. */
export const SiteHeader = ({ calls, isStill }: SiteHeaderProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const [path] = useLocation();
  const search = useSearch();
  const toggle = useRef<HTMLButtonElement>(null);
  const menuId = useId();
  const words = siteContent.calls[calls];
  const close = () => setIsOpen(false);

  useEffect(() => {
    if (!isOpen) return;
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setIsOpen(false);
      toggle.current?.focus();
    };
    document.addEventListener('keydown', closeByKey);
    return () => document.removeEventListener('keydown', closeByKey);
  }, [isOpen]);

  return (
    <header className={`${styles['header']} ${isStill ? '' : styles['fixed']}`}>
      <div className={styles['bar']}>
        <a className={styles['home']} href="#/" aria-label={`${brand.name}, home`}>
          <Wordmark />
        </a>
        <button
          ref={toggle}
          type="button"
          className={styles['toggle']}
          aria-expanded={isOpen}
          aria-controls={menuId}
          onClick={() => setIsOpen(!isOpen)}
        >
          <MenuGlyph isOpen={isOpen} />
          {isOpen ? siteContent.menu.close : siteContent.menu.open}
        </button>
        <nav
          id={menuId}
          className={`${styles['menu']} ${isOpen ? styles['open'] : ''}`}
          aria-label={siteContent.menu.label}
        >
          <ul className={styles['pages']}>
            <li>
              <RouteLink href={siteContent.aboutUs.href} onClick={close}>
                {siteContent.aboutUs.label}
              </RouteLink>
            </li>
            {!`${path}?${search}`.includes('checkout') && (
              <li>
                <RouteLink href={siteContent.pricing.href} onClick={close}>
                  {siteContent.pricing.label}
                </RouteLink>
              </li>
            )}
            <li>
              <a href={siteContent.resources.href}>{siteContent.resources.label}</a>
            </li>
          </ul>
          <ul className={styles['calls']}>
            <li>
              <RouteLink href={siteContent.logIn.href} state={noEmail} onClick={close}>
                {siteContent.logIn.label}
              </RouteLink>
            </li>
            <li>
              <RouteLink
                href="#/demo"
                state={noEmail}
                kind="quiet"
                className={styles['call']}
                onClick={close}
              >
                {words.demo}
              </RouteLink>
            </li>
            <li>
              <RouteLink href="#/checkout" state={noEmail} kind="ink" onClick={close}>
                {words.start}
              </RouteLink>
            </li>
          </ul>
        </nav>
      </div>
    </header>
  );
};
