import { useEffect } from 'react';
import { Router, useLocation } from 'wouter';
import { siteContent } from '../content/site.ts';
import { ChunkErrorPage, ErrorBoundary } from '../pages/fallback/fallback.tsx';
import { useHashLocation, useIsLoading } from '../routing/current-route.ts';
import { endInitialView } from '../routing/initial-focus.ts';
import { pageAt } from '../routing/routes.tsx';
import { RestoreScroll } from '../routing/scroll-positions.ts';
import { ToasterOutlet } from '../ui/toaster-outlet.tsx';
import styles from './app.module.css';
import { ConsentBar } from './consent-bar.tsx';

/** Progress line at the top of the window while another page loads. */
const LoadingBar = () =>
  useIsLoading() ? (
    <div className={styles['bar']} role="progressbar" aria-label={siteContent.loading} />
  ) : null;

const CurrentPage = () => {
  const [path] = useLocation();
  const { title, description, chunk } = pageAt(path);
  const { Page, error } = chunk;
  useEffect(() => {
    document.title = title;
    document.querySelector('meta[name="description"]')?.setAttribute('content', description);
    // Browsers share this address. An unlisted page's document has none.
    const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
    if (canonical) canonical.href = new URL(path, canonical.href).href;
  }, [path, title, description]);
  return (
    <ErrorBoundary key={path}>
      {Page && <Page />}
      {!Page && error && <ChunkErrorPage error={error} />}
      <RestoreScroll />
    </ErrorBoundary>
  );
};

interface AppProps {
  /** Called once, after the effects of the first page. */
  onMounted: () => void;
  /** The path that the build prerenders, or of the page that is hydrated. */
  ssrPath?: string;
}

/** The site: the page of the current route, the loading bar and the toasts. */
export const App = ({ onMounted, ssrPath = '/' }: AppProps) => {
  useEffect(() => {
    endInitialView();
    onMounted();
  }, [onMounted]);
  return (
    <Router hook={useHashLocation} ssrPath={ssrPath}>
      {import.meta.env.VITE_TAG_URL ? (
        <>
          <LoadingBar />
          <ConsentBar />
        </>
      ) : (
        <LoadingBar />
      )}
      <CurrentPage />
      <ToasterOutlet />
    </Router>
  );
};
