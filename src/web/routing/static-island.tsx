import { HOME_TEMPLATE_ID, ISLAND_ATTRIBUTE } from '../platform/dom-contract.ts';
import styles from './static-island.module.css';

type Islands = typeof import('../pages/home/static-parts.tsx')['staticParts'];
type IslandName = keyof Islands;

/** A constant object: with a new one, React would empty the element at every render. */
const NO_HTML = { __html: '' };

/** The components, where they are loaded: in development and in the build's prerendering. */
let islands: Islands | undefined;
/** DOM nodes of the islands that are not mounted. */
const detachedNodes = new Map<string, ChildNode[]>();

const nameOf = (element: Element): string => element.getAttribute(ISLAND_ATTRIBUTE) ?? '';

/**
 * Collects the islands of the prerendered home page. To be awaited before the home page renders.
 * Loads the islands' components instead when the document isn't prerendered.
 */
export const loadStaticIslands = async (): Promise<void> => {
  if (typeof document !== 'undefined') {
    const template = document.getElementById(HOME_TEMPLATE_ID) as HTMLTemplateElement | null;
    const elements = (template?.content ?? document).querySelectorAll(`[${ISLAND_ATTRIBUTE}]`);
    for (const element of elements) detachedNodes.set(nameOf(element), [...element.childNodes]);
  }
  if (detachedNodes.size === 0)
    islands ??= (await import('../pages/home/static-parts.tsx')).staticParts;
};

/** Ref callback: inserts the island's nodes unless they are hydrated; keeps them on unmount. */
const attachNodes = (element: HTMLElement | null) => {
  if (!element) return;
  const name = nameOf(element);
  if (!element.hasChildNodes()) element.append(...(detachedNodes.get(name) ?? []));
  return () => {
    detachedNodes.set(name, [...element.childNodes]);
  };
};

/**
 * Static content of the home page. The visitor's browser reuses the DOM nodes of the prerendered
 * document: their components are in a chunk that it never loads, and no HTML is parsed again.
 */
export const StaticIsland = ({ part }: { part: IslandName }) => {
  const Content = islands?.[part];
  const attributes = { className: styles['island'], [ISLAND_ATTRIBUTE]: part };
  return Content ? (
    <div {...attributes}>
      <Content />
    </div>
  ) : (
    <div
      {...attributes}
      ref={attachNodes}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: empty; it makes React leave the nodes alone
      dangerouslySetInnerHTML={NO_HTML}
    />
  );
};
