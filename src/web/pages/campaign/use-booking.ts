import { type ComponentType, useEffect, useState } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import { type ChunkError, isReachable, isUpdated, loadPage } from '#web/routing/load-page.ts';

/** Key of the history state that keeps the pressed button across a reload. */
const STATE_KEY = 'bookingPlace';

const PLACES = ['hero', 'hires', 'features', 'integrations', 'closing'] as const;

/** Where on the page a button opens the demo form. */
export type BookingPlace = (typeof PLACES)[number];

/** The button whose press caused a reload. History state is untrusted, so its type is checked. */
const resumedPlace = (state: unknown): BookingPlace | undefined =>
  PLACES.find(
    (place) =>
      typeof state === 'object' && state !== null && Reflect.get(state, STATE_KEY) === place,
  );

interface DialogProps {
  open: boolean;
  onClose: () => void;
}

/** State of the campaign's demo form, from the press of a button to the open dialog. */
export interface Booking {
  /** The button that was pressed, until the form is closed. */
  place: BookingPlace | undefined;
  /** The button whose press caused a reload. */
  resumed: BookingPlace | undefined;
  /** The form, once its chunk is loaded. */
  Dialog: ComponentType<DialogProps> | undefined;
  /** Why the form did not load. */
  error: ChunkError | undefined;
  isRetrying: boolean;
  /** Number of retries without a network. */
  failedRetries: number;
  book: (place: BookingPlace) => void;
  retry: () => void;
  close: () => void;
}

// A separate chunk: the page does not wait for the form.
const form = loadPage<DialogProps>(async () => {
  const { DemoDialog } = await import('#web/pages/demo/demo-dialog.tsx');
  return { default: DemoDialog };
});

/** Evaluates each script of the form in a task of its own. */
const loadForm = (): Promise<void> => form.load(globalThis.pageChunks?.['later']);

/** Fetches them together. */
const preloadForm = (): void => {
  for (const href of globalThis.pageChunks?.['later'] ?? [])
    document.head.append(
      Object.assign(document.createElement('link'), {
        rel: 'modulepreload',
        crossOrigin: '',
        href,
      }),
    );
};

type Loaded = Pick<typeof form, 'Page' | 'error'>;

/**
 * Reloads the page, which then opens the form, if `isUseful` resolves to true and the visitor is
 * still on the page.
 *
 * @returns whether the page reloads
 */
const reloadIf = async (isUseful: Promise<boolean>, place: BookingPlace): Promise<boolean> => {
  const { href } = location;
  if (!(await isUseful) || location.href !== href) return false;
  history.replaceState({ ...history.state, [STATE_KEY]: place }, '');
  location.reload();
  return true;
};

/**
 * Loads the campaign's demo form after the page. A press before that opens the form as soon as it is
 * loaded; if its chunk fails, the page stays usable. This is no statechart, because XState loads with
 * the form.
 */
export const useBooking = (): Booking => {
  const arrival = useHistoryState<unknown>();
  const [resumed] = useState(() => resumedPlace(arrival));
  const [place, setPlace] = useState(resumed);
  const [{ Page, error }, setForm] = useState<Loaded>(() => ({ ...form }));
  const [isRetrying, setIsRetrying] = useState(false);
  const [failedRetries, setFailedRetries] = useState(0);

  useEffect(() => {
    // After another reload the form stays closed.
    if (resumedPlace(history.state))
      history.replaceState({ ...history.state, [STATE_KEY]: undefined }, '');
    // In tasks of their own: after the mount of the page, and after the evaluation of the form's scripts.
    setTimeout(async () => {
      if (!form.Page) preloadForm();
      await loadForm();
      setTimeout(() => setForm({ ...form }));
    });
  }, []);

  const retry = async (pressed: BookingPlace): Promise<void> => {
    setIsRetrying(true);
    // A reload, because engines cache a failed import; not without a network, which would lose the page.
    if (await reloadIf(isReachable(), pressed)) return;
    setIsRetrying(false);
    setFailedRetries(failedRetries + 1);
  };

  return {
    place,
    resumed,
    Dialog: Page,
    error,
    isRetrying,
    failedRetries,
    async book(pressed) {
      setPlace(pressed);
      if (form.Page) return;
      // A second press of the same button, next to the error message, is a retry.
      if (error && pressed === place) return retry(pressed);
      setForm({});
      await loadForm();
      setForm({ ...form });
      if (form.error) await reloadIf(isUpdated(), pressed);
    },
    retry: () => (place === undefined ? undefined : retry(place)),
    close: () => setPlace(undefined),
  };
};
