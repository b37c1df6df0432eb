import { type ComponentType, useEffect, useState } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import { type ChunkError, loadPage } from '#web/load-page.ts';
import { isReachable, isRenewed } from '#web/reload-if-renewed.ts';

/** The key of navigation state under which a press outlives a reload. */
const RESUMED = 'bookingPlace';

const PLACES = ['hero', 'hires', 'features', 'integrations', 'closing'] as const;

/** Where on the page a button opens the demo form. */
export type BookingPlace = (typeof PLACES)[number];

/** Whose button the page was loaded anew for; navigation state may hold anything. */
const resumedPlace = (state: unknown): BookingPlace | undefined =>
  PLACES.find(
    (place) => typeof state === 'object' && state !== null && Reflect.get(state, RESUMED) === place,
  );

interface DialogProps {
  open: boolean;
  onClose: () => void;
}

/** The campaign's demo form, on its way from a press to the open dialog. */
export interface Booking {
  /** Whose button was pressed, until the form is closed. */
  place: BookingPlace | undefined;
  /** Whose button the page was loaded anew for. */
  resumed: BookingPlace | undefined;
  /** The form, once its chunk is there. */
  Dialog: ComponentType<DialogProps> | undefined;
  /** Why there is no form. */
  fault: ChunkError | undefined;
  isRetrying: boolean;
  /** How often a retry found no network. */
  vainRetries: number;
  book: (place: BookingPlace) => void;
  retry: () => void;
  close: () => void;
}

// The page doesn't wait for the form's code.
const form = loadPage<DialogProps>(async () => {
  const { DemoDialog } = await import('#web/pages/demo/demo-dialog.tsx');
  return { default: DemoDialog };
});

type Loaded = Pick<typeof form, 'Page' | 'fault'>;

/**
 * Loads the page anew if that is of use and the visitor is still there; it then opens the form by
 * itself. Returns whether it does.
 */
const resumeIf = async (isOfUse: Promise<boolean>, place: BookingPlace): Promise<boolean> => {
  const { href } = location;
  if (!(await isOfUse) || location.href !== href) return false;
  history.replaceState({ [RESUMED]: place }, '');
  location.reload();
  return true;
};

/**
 * Loads the campaign's demo form while the page is read. A press before that opens it as soon as it
 * is there; a chunk that fails leaves the page as it is. No chart decides this: XState comes with the
 * form.
 */
export const useBooking = (): Booking => {
  const arrival = useHistoryState<unknown>();
  const [resumed] = useState(() => resumedPlace(arrival));
  const [place, setPlace] = useState(resumed);
  const [{ Page, fault }, setForm] = useState<Loaded>(() => ({ ...form }));
  const [isRetrying, setIsRetrying] = useState(false);
  const [vainRetries, setVainRetries] = useState(0);

  useEffect(() => {
    // The next time that the page is loaded, the form stays closed.
    if (resumedPlace(history.state)) history.replaceState(null, '');
    void form.load().then(() => setForm({ ...form }));
  }, []);

  const retry = async (pressed: BookingPlace): Promise<void> => {
    setIsRetrying(true);
    // By a reload, because engines remember a failed import; but never into a dead network.
    if (await resumeIf(isReachable(), pressed)) return;
    setIsRetrying(false);
    setVainRetries(vainRetries + 1);
  };

  return {
    place,
    resumed,
    Dialog: Page,
    fault,
    isRetrying,
    vainRetries,
    async book(pressed) {
      setPlace(pressed);
      if (form.Page) return;
      // Whoever presses the same button again, beside which they were told why, wants another try.
      if (fault && pressed === place) return retry(pressed);
      setForm({});
      await form.load();
      setForm({ ...form });
      if (form.fault) await resumeIf(isRenewed(), pressed);
    },
    retry: () => (place === undefined ? undefined : retry(place)),
    close: () => setPlace(undefined),
  };
};
