/** Keys that a journey presses. */
export type Key = 'Tab' | 'Enter';

/** A tab of a browser. Controls are found by their label, as `findControl` does. */
export interface Tab {
  /** Loads the page of a path of the site as a new document. */
  open(path: string): Promise<void>;
  reload(): Promise<void>;
  /** Clicks a button, a link or a checkbox once it can be clicked. */
  click(label: string): Promise<void>;
  /** Replaces the text of a field. */
  fill(label: string, text: string): Promise<void>;
  /** Selects a file in the page's file field. */
  upload(file: string): Promise<void>;
  /** Types into the focused element. */
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Runs a self-contained function in the page. */
  evaluate<Result>(run: (argument: string) => Result, argument?: string): Promise<Awaited<Result>>;
  /** A PNG of what the tab shows. */
  screenshot(): Promise<Uint8Array>;
}

/** Tabs that share cookies and storage, which no other profile sees. */
export interface Profile {
  /** The version of the browser. */
  version: string;
  openTab(): Promise<Tab>;
  /** The console warnings and errors of all tabs. */
  consoleLines(): Promise<string[]>;
  close(): Promise<void>;
}

/** A running browser. */
export interface Browser {
  /** @param site the URL that the paths of its tabs start with */
  openProfile(site: string): Promise<Profile>;
  close(): Promise<void>;
}

/** A browser engine, which may be missing on this machine. */
export interface Engine {
  name: string;
  /** What has to be installed before it can run; undefined if nothing is missing. */
  missing: string | undefined;
  /** Makes a build fit for the engine; returns the folder to serve. */
  prepare?(dist: string): Promise<string>;
  launch(): Promise<Browser>;
}

/** Generous for slow machines: a step that takes longer is stuck. */
export const STEP_TIMEOUT_MS = 30_000;
/** The size of a window. */
export const WINDOW_PX = { width: 1280, height: 900 };
