import { toast } from 'react-hot-toast/headless';
import { TOAST_MS } from '#contract/limits.ts';

export type ToastKind = 'status' | 'alert';

/** How long a dismissed toast takes to fade: the token `--quick`. */
const LEAVING_MS = 160;

/**
 * Shows a text for five seconds: `status` when something went well, `alert` when
 * something failed. The same `id`, by default the text itself, replaces a toast that still shows.
 */
export const showToast = (kind: ToastKind, text: string, id: string = text): void => {
  const show = kind === 'alert' ? toast.error : toast.success;
  show(text, { id, duration: TOAST_MS, removeDelay: LEAVING_MS });
};

/** Ends one toast before its time. */
export const dismissToast = (id: string): void => toast.dismiss(id);
