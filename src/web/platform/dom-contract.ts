/**
 * Names that connect the initial HTML with the scripts that work on it: the build writes them
 * (src/build/site/prerender.ts), the inlined script reads and extends them
 * (src/web/boot/inline-script.ts), and the app takes over from there (src/web/boot/mount-app.ts,
 * src/web/routing/static-island.tsx). index.html and three stylesheets repeat some of them as literals.
 */

/** Id of the element that React renders into. It contains the prerendered page of the document. */
export const ROOT_ID = 'root';

/** Id of the element that shows another prerendered page of home's document until the app is mounted. */
export const PRERENDERED_ID = 'prerendered';

/** Key in the dataset of that element, and of the root of another document than home's: the page's path. */
export const PATH_KEY = 'path';

/** Attribute of a `template` with a prerendered page. Its value is the path: `/login`. */
export const PRERENDERED_ATTRIBUTE = 'data-prerendered';

/** Id of the `template` that holds the home page's markup while another route is shown. */
export const HOME_TEMPLATE_ID = 'home';

/** Attribute of a static island's element. Its value is the name of the island's content. */
export const ISLAND_ATTRIBUTE = 'data-island';

/** Key in the dataset of `<html>`: present when the initial route isn't home; hides the root. */
export const OTHER_ROUTE_KEY = 'route';

/** Key in the dataset of `<html>`: present while the layout of home below the first screen is deferred. */
export const DEFERRED_KEY = 'deferred';

/** Key in the dataset of `<html>`: present where the browser has passkeys; shows what needs them. */
export const PASSKEYS_KEY = 'passkeys';

/** Key in the dataset of `<html>`: present when the visitor has to be asked for the consent to a tag manager. */
export const CONSENT_KEY = 'consent';

/** Whether `document.cookie` has the mark of a session; `#contract/cookies.ts` would bring other scripts. */
export const SIGNED_IN = /(?:^|; )signed-in=1/;

/** Buttons whose clicks are captured before the app is mounted, and repeated afterwards. */
export const CAPTURED_BUTTONS = 'button[type="button"]';

declare global {
  /** HTML of the document of another page, which home's document is to show. */
  var fetchedPage: Promise<string | undefined> | undefined;
  /** Whether the app hydrates the page that the document shows, or renders one. */
  var isMounting: true | undefined;
  /** Whether the browser was logged in when the document chose what it shows. */
  var wasSignedIn: boolean | undefined;
  /**
   * URLs of the chunks of each page that the document can show, by path, each after its own imports; `later`: those
   * of what is loaded after the page.
   */
  var pageChunks: Record<string, readonly string[]> | undefined;
  /** The note of how the document was opened, until the app has taken it. */
  var arrival: string | undefined;
  /** The key of the history entry that the document was opened in. */
  var firstEntryKey: string | undefined;
  /**
   * The buttons that were pressed and the forms that were submitted before the app was mounted, in
   * order; `undefined` once the app has replayed it.
   */
  var earlyInput: HTMLElement[] | undefined;
  /** Removes the listeners that capture early input; the app calls it when it replays that. */
  var stopCapture: (() => void) | undefined;
  /** Lays out what is deferred of home, and keeps what is in the window in place. */
  var renderDeferred: (() => void) | undefined;
}
