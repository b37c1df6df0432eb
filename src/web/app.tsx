import { useEffect } from 'react';
import { Router, useLocation } from 'wouter';
import { endArrival } from './arrival-focus.ts';
import { ChunkFault } from './pages/fallback/chunk-fault.tsx';
import { ErrorBoundary } from './pages/fallback/error-boundary.tsx';
import { RestoreScroll } from './restore-scroll.tsx';
import { pageAt } from './routes.tsx';
import { useIsLoading, useShownPath, useShownSearch } from './shown-route.ts';
import { LoadingBar } from './ui/loading-bar.tsx';
import { Toaster } from './ui/toaster.tsx';

const CurrentPage = () => {
  const [path] = useLocation();
  const { title, description, chunk } = pageAt(path);
  const { Page, fault } = chunk;
  useEffect(() => {
    document.title = title;
    document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [title, description]);
  return (
    <ErrorBoundary key={path}>
      {Page && <Page />}
      {!Page && fault && <ChunkFault fault={fault} />}
      <RestoreScroll />
    </ErrorBoundary>
  );
};

/** The whole site: the page that the hash names, and the toasts. `onShown`: the first page is there. */
export const App = ({ onShown }: { onShown: () => void }) => {
  // After the effects of the first page: from here on, a new heading takes the focus.
  useEffect(() => {
    endArrival();
    onShown();
  }, [onShown]);
  return (
    <Router hook={useShownPath} searchHook={useShownSearch}>
      <LoadingBar isLoading={useIsLoading()} />
      <CurrentPage />
      <Toaster />
    </Router>
  );
};
