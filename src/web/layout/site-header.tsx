import { clsx } from 'clsx/lite';
import { useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import * as brand from '#contract/brand.ts';
import { siteContent } from '#web/content/site.ts';
import { buttonClass } from '../ui/button-class.ts';
import { Wordmark } from './site-footer.tsx';
import styles from './site-header.module.css';

/** Which labels the two calls to action have. */
export type CallsToAction = Exclude<keyof typeof siteContent.demo, 'to'>;

/** History state of the call-to-action links. */
const noEmail = { email: '' };

const MenuGlyph = ({ isOpen }: { isOpen: boolean }) => (
  <svg className={styles['glyph']} viewBox="0 0 24 24" aria-hidden="true">
    <path d={isOpen ? 'M6 6 18 18M18 6 6 18' : 'M4 8h16M4 16h16'} />
  </svg>
);

interface SiteHeaderProps {
  callsToAction: CallsToAction;
  /**
   * How loud the link to the sign-up is: `ink` is the loudest of the header, `quiet` leaves that to the
   * page's own, `text` is for a page with one thing to do, which nothing in the header outweighs.
   */
  signUpStyle: 'ink' | 'quiet' | 'text';
  /** Stays at the top of the window while the page scrolls. */
  isSticky: boolean;
}

/** Header of every page: wordmark, navigation, log-in and two calls to action. */
export const SiteHeader = ({ callsToAction, signUpStyle, isSticky }: SiteHeaderProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const [path] = useLocation();
  const search = useSearch();
  const header = useRef<HTMLElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const menuId = useId();
  const close = () => setIsOpen(false);
  const isText = signUpStyle === 'text';

  const signUp = (className: string | undefined) => (
    <Link to={siteContent.signUp.to} className={className} state={noEmail} onClick={close}>
      {siteContent.signUp[callsToAction]}
    </Link>
  );

  useEffect(() => {
    if (!isOpen) return;
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setIsOpen(false);
      toggle.current?.focus();
    };
    // The menu would cover what takes focus behind it.
    const closeOnLeave = ({ target }: FocusEvent) => {
      if (!header.current?.contains(target as Node)) setIsOpen(false);
    };
    document.addEventListener('keydown', closeOnEscape);
    document.addEventListener('focusin', closeOnLeave);
    return () => {
      document.removeEventListener('keydown', closeOnEscape);
      document.removeEventListener('focusin', closeOnLeave);
    };
  }, [isOpen]);

  return (
    <header ref={header} className={clsx(styles['header'], isSticky && styles['sticky'])}>
      <div className={styles['bar']}>
        <Link to="/" className={styles['home']} aria-label={`${brand.name}, home`}>
          <Wordmark />
        </Link>
        {!isText && signUp(clsx(buttonClass({ variant: 'quiet' }), styles['compact']))}
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
          className={clsx(styles['menu'], isOpen && styles['open'])}
          aria-label={siteContent.menu.label}
        >
          <ul>
            <li>
              <Link to={siteContent.aboutUs.to} onClick={close}>
                {siteContent.aboutUs.label}
              </Link>
            </li>
            {!`${path}?${search}`.includes('checkout') && (
              <li>
                <Link to={siteContent.pricing.to} onClick={close}>
                  {siteContent.pricing.label}
                </Link>
              </li>
            )}
            <li>
              <a href={siteContent.resources.href}>{siteContent.resources.label}</a>
            </li>
          </ul>
          <ul className={styles['calls']}>
            <li>
              <Link to={siteContent.logIn.to} state={noEmail} onClick={close}>
                {siteContent.logIn.label}
              </Link>
            </li>
            <li>
              <Link
                to={siteContent.demo.to}
                className={
                  isText ? undefined : clsx(buttonClass({ variant: 'quiet' }), styles['call'])
                }
                state={noEmail}
                onClick={close}
              >
                {siteContent.demo[callsToAction]}
              </Link>
            </li>
            <li>
              {signUp(
                isText ? undefined : clsx(buttonClass({ variant: signUpStyle }), styles['call']),
              )}
            </li>
          </ul>
        </nav>
      </div>
    </header>
  );
};
