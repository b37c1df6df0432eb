import type { MouseEvent } from 'react';
import { navigate } from '#web/location.ts';
import { isPlainClick } from '#web/ui/is-plain-click.ts';
import styles from './still.module.css';

type Parts = typeof import('./still-parts.tsx')['stillParts'];
export type StillPart = keyof Parts;

const readMarkup = (): [part: string | undefined, html: string][] => {
  if (typeof document === 'undefined') return [];
  const putAway = document.querySelector<HTMLTemplateElement>('template#home');
  return [...(putAway?.content ?? document).querySelectorAll<HTMLElement>('[data-still]')].map(
    (node) => [node.dataset['still'], node.innerHTML],
  );
};

/** Read off the document before anything is rendered: the script need not repeat it. */
const markup = new Map(readMarkup());
let parts: Parts | undefined;

/** Loads what the document doesn't hold: in development, and where the build prerenders. */
export const loadStillParts = async (): Promise<void> => {
  if (markup.size === 0) parts ??= (await import('./still-parts.tsx')).stillParts;
};

/** A link in a still part carries an empty e-mail along, as every call to action does (spec §2). */
const follow = (event: MouseEvent<HTMLElement>) => {
  const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
  if (!link || !isPlainClick(event)) return;
  event.preventDefault();
  navigate((link.getAttribute('href') ?? '').slice(1), { state: { email: '' } });
};

/**
 * A part of the home page that never changes. Its markup is the document's own; the components that
 * made it are in a chunk that a visitor's browser doesn't load.
 */
export const Still = ({ part }: { part: StillPart }) => {
  const Part = parts?.[part];
  const html = markup.get(part) ?? '';
  return Part ? (
    <div className={styles['still']} data-still={part}>
      <Part />
    </div>
  ) : (
    // biome-ignore lint/a11y/useKeyWithClickEvents: only links inside are followed, by keyboard too
    // biome-ignore lint/a11y/noStaticElementInteractions: the same
    <div
      className={styles['still']}
      data-still={part}
      onClick={follow}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own markup, out of our own document
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
};
