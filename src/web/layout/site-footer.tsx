import { Link } from 'wouter';
import * as brand from '#contract/brand.ts';
import { siteContent } from '#web/content/site.ts';
import { buttonClass } from '../ui/button-class.ts';
import { InvitedNote } from './invited-note.tsx';
import styles from './site-footer.module.css';
import { Wordmark } from './wordmark.tsx';

const { footer } = siteContent;

/** Footer of every page: links to the app, the company, its social media and the legal texts, and where help is. */
export const SiteFooter = ({ hasInvitedNote }: { hasInvitedNote: boolean }) => (
  <footer className={styles['footer']}>
    <div className={styles['inside']}>
      <div className={styles['brand']}>
        <Wordmark />
        <p>{brand.tagline}</p>
        <a href={footer.logIn.href} rel="external" className={buttonClass({ variant: 'quiet' })}>
          {footer.logIn.label}
        </a>
      </div>
      <nav className={styles['groups']} aria-label={footer.label}>
        {footer.groups.map(({ heading, links }) => (
          <div key={heading}>
            <p className={styles['heading']}>{heading}</p>
            <ul>
              {links.map((link) => (
                <li key={link.label}>
                  {'to' in link ? (
                    <Link to={link.to}>{link.label}</Link>
                  ) : (
                    <a href={link.href}>{link.label}</a>
                  )}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      {hasInvitedNote && <InvitedNote className={styles['invited']} />}
      <p className={styles['copyright']}>{siteContent.copyright}</p>
    </div>
  </footer>
);
