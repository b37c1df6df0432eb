import { noteStorage } from './hindrances.ts';

/** What this tab keeps of a form over a reload: texts and moments, until the tab is closed. */
export type TabDraft = Record<string, string | number>;

const isDraft = (value: unknown): value is TabDraft =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((entry) => typeof entry === 'string' || Number.isFinite(entry));

/** The draft under a key, or an empty one where there is none or no storage. */
export const readTabDraft = (key: string): TabDraft => {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    return isDraft(value) ? value : {};
  } catch {
    return {};
  }
};

/** Keeps a draft where there is storage; the page works without. */
export const keepTabDraft = (key: string, draft: TabDraft): void => {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
    noteStorage(true);
  } catch {
    // Only a reload forgets.
    noteStorage(false);
  }
};

export const dropTabDraft = (key: string): void => {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing can be stored, so nothing is there.
  }
};
