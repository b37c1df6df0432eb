import { followLink } from '#web/follow-link.ts';
import styles from './still.module.css';

type Parts = typeof import('./still-parts.tsx')['stillParts'];
export type StillPart = keyof Parts;

/** Always the same object, or React would empty the place whenever it renders again. */
const NOTHING = { __html: '' };

let parts: Parts | undefined;
/** Nodes of the parts that are not on the page just now. */
const away = new Map<string | undefined, ChildNode[]>();

const home = (): ParentNode | undefined =>
  typeof document === 'undefined'
    ? undefined
    : (document.querySelector<HTMLTemplateElement>('template#home')?.content ?? document);

/**
 * Finds the parts in the document, before anything is rendered; loads what it doesn't hold: in
 * development, and where the build prerenders.
 */
export const loadStillParts = async (): Promise<void> => {
  const held = home()?.querySelectorAll<HTMLElement>('[data-still]') ?? [];
  for (const { dataset, childNodes } of held) away.set(dataset['still'], [...childNodes]);
  if (held.length === 0) parts ??= (await import('./still-parts.tsx')).stillParts;
};

/** Puts a part's nodes into its place where it has none yet, and keeps them when the page goes. */
const hold = (place: HTMLElement | null) => {
  if (!place) return;
  const part = place.dataset['still'];
  if (!place.hasChildNodes()) place.append(...(away.get(part) ?? []));
  return () => {
    away.set(part, [...place.childNodes]);
  };
};

/**
 * A part of the home page that never changes. Its nodes are the document's own, never read as text
 * (which would take longer than all the rest of the page's module); the components that made them
 * are in a chunk that a visitor's browser doesn't load.
 */
export const Still = ({ part }: { part: StillPart }) => {
  const Part = parts?.[part];
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
      onClick={followLink}
      ref={hold}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing at all, so that React leaves what is inside
      dangerouslySetInnerHTML={NOTHING}
    />
  );
};
