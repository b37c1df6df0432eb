import { useEffect } from 'react';
import { Router, useLocation } from 'wouter';
import { LoadingBar } from '../layout/loading-bar.tsx';
import { ChunkErrorPage } from '../pages/fallback/chunk-error-page.tsx';
import { ErrorBoundary } from '../pages/fallback/error-boundary.tsx';
import { useHashLocation, useIsLoading } from '../routing/current-route.ts';
import { endInitialView } from '../routing/initial-focus.ts';
import { RestoreScroll } from '../routing/restore-scroll.tsx';
import { pageAt } from '../routing/routes.tsx';
import { ToasterOutlet } from '../ui/toaster-outlet.tsx';

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
      <LoadingBar isLoading={useIsLoading()} />
      <CurrentPage />
      <ToasterOutlet />
    </Router>
  );
};
