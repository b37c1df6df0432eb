import { toast } from 'react-hot-toast/headless';

/** Time that a toast stays on screen. */
export const TOAST_MS = 5000;

export type ToastRole = 'status' | 'alert';

/** Duration of the fade-out; equals the design token `--quick`. */
const FADE_MS = 160;

/** The failures that may be on screen. */
const alerts = new Set<string>();

/**
 * Shows a toast for `TOAST_MS`: a `status` for a success, an `alert` for a failure. It replaces a
 * visible toast with the same text. A success takes the failures before it away.
 */
export const showToast = (role: ToastRole, text: string): void => {
  const options = { id: text, duration: TOAST_MS, removeDelay: FADE_MS };
  if (role === 'alert') {
    alerts.add(text);
    toast.error(text, options);
    return;
  }
  for (const alert of alerts) toast.dismiss(alert);
  alerts.clear();
  toast.success(text, options);
};

/** Hides a toast before its time is over. */
export const dismissToast = (id: string): void => toast.dismiss(id);
