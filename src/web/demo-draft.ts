import type { DemoFields, DemoForm } from '#contract/demo-request.ts';
import { DIAL_CODES } from '#contract/dial-codes.ts';
import { storageKeys } from '#contract/storage-keys.ts';
import { dropTabDraft, keepTabDraft, readTabDraft } from './tab-draft.ts';

/** Not `website`, which no person fills in. */
const KEPT = ['name', 'email', 'organization', 'dialCode', 'phone', 'message'] as const;

const keyOf = (form: DemoForm): string => storageKeys.demoDraft[form];

const isKnown = (field: keyof DemoFields, value: string): boolean =>
  field !== 'dialCode' || DIAL_CODES.some(({ code }) => code === value);

/**
 * What was typed before a reload.
 * @param carried the address that a link brought; another one than then is a new beginning
 */
export const readDemoDraft = (form: DemoForm, carried: string): Partial<DemoFields> => {
  const draft = readTabDraft(keyOf(form));
  if (draft['carried'] !== carried) return {};
  const texts = KEPT.flatMap((field) => {
    const value = draft[field];
    return typeof value === 'string' && isKnown(field, value) ? [[field, value]] : [];
  });
  return Object.fromEntries(texts);
};

/** Keeps what is typed until the request is sent, or the tab is closed. */
export const keepDemoDraft = (form: DemoForm, carried: string, fields: DemoFields): void => {
  const { website: _, ...kept } = fields;
  keepTabDraft(keyOf(form), { ...kept, carried });
};

export const dropDemoDraft = (form: DemoForm): void => dropTabDraft(keyOf(form));
