import { brand } from '#contract/brand.ts';
import { siteContent } from '#web/content/site.ts';
import { ButtonLink } from './button-link.tsx';
import styles from './site-footer.module.css';
import { Wordmark } from './wordmark.tsx';

const { footer } = siteContent;

/** The foot of every page: the legal pages, the app, and where else to find us. */
export const SiteFooter = () => (
  <footer className={styles['footer']}>
    <div className={styles['inside']}>
      <div className={styles['brand']}>
        <Wordmark />
        <p>{brand.tagline}</p>
        <ButtonLink kind="quiet" href={footer.logIn.href}>
          {footer.logIn.label}
        </ButtonLink>
      </div>
      <nav className={styles['groups']} aria-label={footer.label}>
        {footer.groups.map(({ heading, links }) => (
          <div key={heading}>
            <p className={styles['heading']}>{heading}</p>
            <ul>
              {links.map(({ label, href }) => (
                <li key={href}>
                  <a href={href}>{label}</a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <p className={styles['copyright']}>{siteContent.copyright}</p>
    </div>
  </footer>
);
