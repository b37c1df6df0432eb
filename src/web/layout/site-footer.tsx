import { Link, useLocation } from 'wouter';
import * as brand from '#contract/brand.ts';
import { siteContent } from '#web/content/site.ts';
import { Star } from '../ui/star.tsx';
import { ConsentSettings } from './consent-settings.tsx';
import styles from './site-footer.module.css';

/** The star and the product's name. */
export const Wordmark = () => (
  <span className={styles['wordmark']}>
    <Star />
    {brand.name}
  </span>
);

const { footer } = siteContent;
const { invited, support } = siteContent.help;
const [{ lines }] = brand.offices;

/** What somebody with an invitation to an interview does, and where help is. */
export const InvitedNote = ({ className }: { className: string | undefined }) => (
  <p className={className}>
    {invited} {support.lead}
    <a href={support.href}>{support.text}</a>
  </p>
);

const logIn = (
  <a href={footer.logIn.href} rel="external">
    {footer.logIn.label}
  </a>
);

/** Footer of every page: links to the app, the company, its social media and the legal texts, and where help is. */
export const SiteFooter = ({ hasInvitedNote }: { hasInvitedNote: boolean }) => {
  const [path] = useLocation();
  // Beside a form that logs in, the way into the app is the last link.
  const isLogInLast = path === siteContent.logIn.to;
  return (
    <footer className={styles['footer']}>
      <div className={styles['inside']}>
        <div className={styles['brand']}>
          <Wordmark />
          <p>{brand.tagline}</p>
        </div>
        <nav className={styles['groups']} aria-label={footer.label}>
          {footer.groups.map(({ heading, links }, index) => (
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
                {import.meta.env.VITE_TAG_URL && heading === 'Legal' ? (
                  <li>
                    <ConsentSettings />
                  </li>
                ) : (
                  index === 0 && !isLogInLast && <li>{logIn}</li>
                )}
              </ul>
            </div>
          ))}
        </nav>
        {hasInvitedNote && <InvitedNote className={styles['invited']} />}
        <div className={styles['bottom']}>
          <p>{siteContent.copyright}</p>
          <div className={styles['contact']}>
            <span>{lines.join(', ')}</span>
            <a href={brand.phoneLink}>{brand.phone}</a>
            <a href={`mailto:${brand.infoEmail}`}>{brand.infoEmail}</a>
            {isLogInLast && logIn}
          </div>
        </div>
      </div>
    </footer>
  );
};
