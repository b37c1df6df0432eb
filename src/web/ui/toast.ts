import { toast } from 'react-hot-toast/headless';

/** Time that a toast stays on screen. */
export const TOAST_MS = 5000;

export type ToastRole = 'status' | 'alert';

/** Duration of the fade-out; equals the design token `--quick`. */
const FADE_MS = 160;

/**
 * Shows a toast for `TOAST_MS`: a `status` for a success, an `alert` for a failure. It replaces a
 * visible toast with the same id, which is the text by default.
 */
export const showToast = (role: ToastRole, text: string, id: string = text): void => {
  const show = role === 'alert' ? toast.error : toast.success;
  show(text, { id, duration: TOAST_MS, removeDelay: FADE_MS });
};

/** Hides a toast before its time is over. */
export const dismissToast = (id: string): void => toast.dismiss(id);
